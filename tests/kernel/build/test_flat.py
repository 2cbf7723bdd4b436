"""A wrapper reads a block of numbers as its entry's arguments, and writes the results there."""

import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba import njit, typeof

from nardy.kernel.build.flat import Flat, flattened

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


def wrapped(function: Callable[..., Any], *given: object) -> Flat:
    """The wrapper of a function for arguments of these kinds."""
    return flattened("entry", njit(function), tuple(map(typeof, given)))


def run(flat: Flat, block: np.ndarray[Any, Any]) -> int:
    """Call the code of a wrapper with a block; its status."""
    machine = llvm.Target.from_default_triple().create_target_machine()
    module = llvm.parse_assembly(flat.code)
    with llvm.create_mcjit_compiler(module, machine) as engine:
        engine.finalize_object()
        kinds = ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
        code = ctypes.CFUNCTYPE(*kinds)(engine.get_function_address(flat.symbol))
        unused, failure = ctypes.c_int64(), ctypes.c_void_p()
        return code(ctypes.byref(unused), ctypes.byref(failure), block.ctypes.data)


def bits(number: float) -> int:
    return int(np.float64(number).view(np.int64))


def test_arguments_lie_in_a_block_one_after_the_other() -> None:
    def entry(pair, scale, is_negative, last):
        rows, (column, number) = pair
        for i in range(rows.shape[0]):
            for j in range(rows.shape[1]):
                rows[i, j] = rows[i, j] * scale + 10 * i + j
        column[-1] = -number if is_negative else number
        return number + last, column.shape[0]

    rows, column = np.array([[1, 2, 3], [4, 5, 6]], np.float32), np.zeros(4, np.int8)
    flat = wrapped(entry, (rows, (column, 7)), 0.5, True, 1)
    assert (flat.name, flat.kinds, flat.results) == ("entry", "(f2(b1n))xon", 2)
    scaled = rows * 0.5 + [[0, 1, 2], [10, 11, 12]]
    given = rows.ctypes.data, 2, 3, column.ctypes.data, 4, 7, bits(0.5), 1, 30
    block = np.array(given, np.int64)
    assert run(flat, block) == 0
    assert block[:2].tolist() == [37, 4]
    assert rows.tolist() == scaled.tolist()
    assert column.tolist() == [0, 0, 0, -7]


@pytest.mark.parametrize("results", [0, 1])
def test_an_entry_returns_nothing_or_a_number(results: int) -> None:
    def nothing(numbers):
        numbers[0] = 5

    def one(numbers):
        numbers[0] = 5
        return numbers[1]

    numbers = np.array([3, 4], np.int64)
    flat = wrapped((nothing, one)[results], numbers)
    assert (flat.kinds, flat.results) == ("l1", results)
    block = np.array([numbers.ctypes.data, 2], np.int64)
    assert run(flat, block) == 0
    assert numbers.tolist() == [5, 4]
    assert block[0] == (4 if results else numbers.ctypes.data)


def test_an_entry_that_refuses_its_arguments_has_a_status() -> None:
    def refused(number):
        if number > 3:
            raise ValueError
        return number

    flat = wrapped(refused, 1)
    block = np.array([4], np.int64)
    assert run(flat, block) != 0
    block = np.array([3], np.int64)
    assert run(flat, block) == 0
    assert block.tolist() == [3]


@pytest.mark.parametrize("given", [np.zeros(2, np.uint32), np.zeros((4, 4))[:, ::2]])
def test_what_has_no_letter_cannot_be_taken(given: object) -> None:
    def entry(value):
        return 0

    with pytest.raises(KeyError):
        wrapped(entry, given)

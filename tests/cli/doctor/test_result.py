from nardy.cli.doctor.result import CheckResult, CheckState


def test_a_result_is_fine_unless_it_says_otherwise() -> None:
    found = CheckResult("Kernel", "compiled code", "there")
    assert (found.state, found.do, found.facts) == (CheckState.OK, "", {})

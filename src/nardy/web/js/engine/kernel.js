// The compiled kernel: the module made by nardy.kernel.build, which is the rule book and the networks in WebAssembly.

/** An array in the module's memory; `kind` is a letter of kernel.json. @typedef {{at: number, kind: string, shape: number[]}} Placed */
/** What an entry takes: arrays, numbers, and lists of them where Python has tuples. @typedef {Placed | number | Given[]} Given */
/** @typedef {Int8Array | Uint8Array | Int16Array | Int32Array | Float32Array | Float64Array | BigInt64Array} Numbers */
/** The entries with the kinds of their arguments and the number of their results. @typedef {Record<string, [string, number]>} Entries */
/** @typedef {{memory: WebAssembly.Memory, mark: () => number, release: (place: number) => void, take: (size: number) => number} & Record<string, (result: number, exception: number, block: bigint) => number>} Exports */

const TYPES = {
  b: Int8Array,
  "?": Uint8Array,
  h: Int16Array,
  i: Int32Array,
  l: BigInt64Array,
  f: Float32Array,
  d: Float64Array,
};
/** Numbers of 8 bytes in the block that carries the arguments of a call. */
const MOST_NUMBERS = 192;
/** Bytes for what Numba's calling convention returns beside a status: a number, and where an exception is. */
const RETURNED = 16;

export class Kernel {
  /** @param {BufferSource} bytes @param {Entries} entries */
  static async load(bytes, entries) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Kernel(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)), entries);
  }

  /** @param {Exports} exports @param {Entries} entries */
  constructor(exports, entries) {
    this.exports = exports;
    this.entries = entries;
    this.block = exports.take(8 * MOST_NUMBERS);
    this.returned = exports.take(RETURNED);
  }

  /** Call an entry; its results are whole numbers. @param {string} name @param {...Given} given */
  call(name, ...given) {
    const [kinds, results] = this.entries[name];
    const block = new DataView(this.exports.memory.buffer, this.block, 8 * MOST_NUMBERS);
    const flat = flattened(given);
    let place = 0;
    const put = (/** @type {number} */ n) => block.setBigInt64(8 * place++, BigInt(n), true);
    // A kind is one letter, for an array with the number of its axes behind it.
    const taken = kinds.replace(/[()]/g, "").match(/[bB?hilfd]\d|[nxo]/g) ?? [];
    if (taken.length !== flat.length) throw new Error(`expected ${taken.length} arguments of ${name}, got ${flat.length}`);
    taken.forEach((kind, i) => {
      const one = flat[i];
      if (typeof one === "number") {
        if (kind === "x") block.setFloat64(8 * place++, one, true);
        else put(one);
        return;
      }
      if (`${one.kind}${one.shape.length}` !== kind) throw new Error(`expected ${kind} in ${name}, got ${one.kind}${one.shape.length}`);
      put(one.at);
      one.shape.forEach(put);
    });
    const status = this.exports[`nardy_${name}`](this.returned, this.returned + 8, BigInt(this.block));
    if (status) throw new Error(`expected arrays of matching shapes in ${name}, got status ${status}`);
    // The call may have enlarged the memory, and with it replaced the buffer.
    const told = new BigInt64Array(this.exports.memory.buffer, this.block, results);
    return Array.from(told, Number);
  }

  /** An array of zeros in the module's memory. @param {string} kind @param {...number} shape @returns {Placed} */
  zeros(kind, ...shape) {
    const one = this.room(kind, ...shape);
    this.numbers(one).fill(/** @type {never} */ (kind === "l" ? 0n : 0));
    return one;
  }

  /** An array with whatever was there before, for results. @param {string} kind @param {...number} shape @returns {Placed} */
  room(kind, ...shape) {
    const count = shape.reduce((all, n) => all * n, 1);
    const at = this.exports.take(Math.max(1, count) * TYPES[/** @type {"b"} */ (kind)].BYTES_PER_ELEMENT);
    return { at, kind, shape };
  }

  /** Copy numbers into the module's memory. @param {string} kind @param {ArrayLike<number>} from @param {...number} shape @returns {Placed} */
  place(kind, from, ...shape) {
    const one = this.room(kind, ...(shape.length ? shape : [from.length]));
    const there = this.numbers(one);
    if (there instanceof BigInt64Array) there.set(Array.from(from, BigInt));
    else there.set(from);
    return one;
  }

  /** The numbers of an array, valid until memory is taken again. @param {Placed} one @returns {Numbers} */
  numbers({ at, kind, shape }) {
    const count = shape.reduce((all, n) => all * n, 1);
    return new TYPES[/** @type {"b"} */ (kind)](this.exports.memory.buffer, at, count);
  }

  /** The numbers as a list. @param {Placed} one @returns {number[]} */
  list(one) {
    return Array.from(/** @type {ArrayLike<number | bigint>} */ (this.numbers(one)), Number);
  }

  /** Run a task, and free the memory that it took. @template Result @param {() => Result} task @returns {Result} */
  scratch(task) {
    const before = this.exports.mark();
    try {
      return task();
    } finally {
      this.exports.release(before);
    }
  }
}

/** What is in lists of lists. @param {Given[]} given @returns {(Placed | number)[]} */
const flattened = (given) => given.flatMap((one) => (Array.isArray(one) ? flattened(one) : [one]));

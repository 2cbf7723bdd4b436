// Files of networks, as nardy/evaluation/network/weights.py writes them: a zip with a manifest and packed weights.

const END_OF_ZIP = 0x06054b50;
/** Bytes of the fixed parts of a zip's records (APPNOTE 4.3, PKWARE). */
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const HEADER_SIZE = 30;
const DEFLATED = 8;
/** Weights of a first layer are whole numbers of 1/512. */
const UNIT = 512;

/** @typedef {{hidden: number, second: number, phases: number, sieve: number, game: string}} Manifest */

/** The manifest and the packed weights of a file. @param {ArrayBuffer} file @returns {Promise<{manifest: Manifest, packed: Uint8Array}>} */
export async function unzipped(file) {
  const view = new DataView(file);
  const end = file.byteLength - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END_OF_ZIP) throw new Error("expected a file of weights, got another file");
  let place = view.getUint32(end + 16, true);
  /** @type {Record<string, Uint8Array>} */
  const found = {};
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [method, size, name, extra, comment] = [
      view.getUint16(place + 10, true),
      view.getUint32(place + 20, true),
      ...[28, 30, 32].map((at) => view.getUint16(place + at, true)),
    ];
    const begin = view.getUint32(place + 42, true);
    // The header before the data has an extra field of its own length.
    const data = begin + HEADER_SIZE + view.getUint16(begin + 26, true) + view.getUint16(begin + 28, true);
    const bytes = new Uint8Array(file, data, size);
    const title = new TextDecoder().decode(new Uint8Array(file, place + ENTRY_SIZE, name));
    found[title] = arrayOf(method === DEFLATED ? await inflated(bytes) : bytes);
    place += ENTRY_SIZE + name + extra + comment;
  }
  return { manifest: JSON.parse(new TextDecoder().decode(found["manifest.npy"])), packed: found["weights.npy"] };
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The content of a .npy file of bytes: its header says its own length. @param {Uint8Array} file */
const arrayOf = (file) => file.subarray(10 + file[8] + 256 * file[9]);

/** Numbers of 16 bits from packed bytes: all low bytes of them, then all high ones. @param {Uint8Array} packed */
const joined = (packed) => Uint16Array.from({ length: packed.length / 2 }, (_, i) => packed[i] | (packed[packed.length / 2 + i] << 8));

/**
 * The weights of a first layer: whole numbers of 1/512 whose sign is in the lowest bit. Later phases are differences from the first.
 * @param {Uint8Array} packed @param {number} phases @param {number[]} sizes of the arrays, in one phase
 */
export function wholes(packed, phases, sizes) {
  // Sums of 16 bits, as the file's were made.
  const numbers = Int16Array.from(joined(packed), (bits) => (bits >> 1) ^ -(bits & 1));
  let place = 0;
  for (const size of sizes) {
    const end = place + phases * size;
    for (let i = place + size; i < end; i++) numbers[i] += numbers[place + ((i - place) % size)];
    place = end;
  }
  return Float32Array.from(numbers, (number) => number / UNIT);
}

/** Other weights. @param {Uint8Array} packed */
export const halves = (packed) => Float32Array.from(joined(packed), half);

/** A number in half precision (IEEE 754 binary16). @param {number} bits */
function half(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

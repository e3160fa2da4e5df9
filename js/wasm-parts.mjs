// The bytes of a WASM module, sorted by what they stand for.
//
// In code, opcodes alternate with indices, offsets and constants. Bytes of one kind resemble each
// other, so gzip and brotli compress a module better when each kind is a part of its own.

/** What can follow an opcode. Numbers are in LEB128. */
const NUMBER = 1
const TWO_NUMBERS = 2
/** A count, and as many numbers. */
const LIST = 3
/** The same, with one more number. */
const BRANCH_TABLE = 4
const FOUR_BYTES = 5
const EIGHT_BYTES = 6
/** The number of an instruction, and its numbers. */
const INSTRUCTION = 7

/**
 * The opcodes that something follows: from, to, what. They are those of the features that
 * xtask/src/wasm.rs enables. A missing one would only cost compression, because both directions read
 * code alike.
 */
const OPCODES = [
  [0x02, 0x04, NUMBER], // block, loop, if
  [0x0c, 0x0d, NUMBER], // br, br_if
  [0x0e, 0x0e, BRANCH_TABLE],
  [0x10, 0x10, NUMBER], // call
  [0x11, 0x11, TWO_NUMBERS], // call_indirect
  [0x1c, 0x1c, LIST], // select with types
  [0x20, 0x26, NUMBER], // locals, globals, tables
  [0x28, 0x3e, TWO_NUMBERS], // loads and stores: alignment, offset
  [0x3f, 0x42, NUMBER], // memory.size, memory.grow, i32.const, i64.const
  [0x43, 0x43, FOUR_BYTES], // f32.const
  [0x44, 0x44, EIGHT_BYTES], // f64.const
  [0xd0, 0xd0, NUMBER], // ref.null
  [0xd2, 0xd2, NUMBER], // ref.func
  [0xfc, 0xfc, INSTRUCTION],
]
/** How many numbers follow those of INSTRUCTION: conversions, then bulk memory and tables. */
const COUNTS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1]

const MAGIC_LENGTH = 8
const CODE_SECTION = 10

/** The opcodes are one part, and what is not code another; each opcode has two for what follows it. */
const OPCODE_PART = 0
const OTHER_PART = 1
const PARTS = 512

/**
 * Moves a module of this length into its parts, or back. `move(part)` moves the next byte of a part
 * and returns it.
 *
 * @param {number} length
 * @param {(part: number) => number} move
 */
function moveModule(length, move) {
  const forms = new Uint8Array(256)
  for (const [from, to, form] of OPCODES) forms.fill(form, from, to + 1)
  let moved = 0
  const bytes = (part, count) => {
    for (let i = 0; i < count; i++) move(part)
    moved += count
  }
  const number = (part) => {
    let value = 0
    let shift = 0
    let byte
    do {
      byte = move(part)
      moved += 1
      value |= (byte & 0x7f) << shift
      shift += 7
    } while (byte > 0x7f)
    return value >>> 0
  }
  const numbers = (part, count) => {
    for (let i = 0; i < count; i++) number(part)
  }
  const instruction = () => {
    const opcode = move(OPCODE_PART)
    moved += 1
    const form = forms[opcode]
    if (form === 0) return
    const first = 2 * opcode
    const second = first + 1
    if (form === NUMBER) number(first)
    else if (form === TWO_NUMBERS) number(first), number(second)
    else if (form === LIST) numbers(first, number(first))
    else if (form === BRANCH_TABLE) numbers(first, number(first) + 1)
    else if (form === FOUR_BYTES) bytes(first, 4)
    else if (form === EIGHT_BYTES) bytes(first, 8)
    else numbers(second, COUNTS[number(first)])
  }
  const body = () => {
    const size = number(OTHER_PART)
    const end = moved + size
    const groupsOfLocals = number(OTHER_PART)
    numbers(OTHER_PART, 2 * groupsOfLocals)
    while (moved < end) instruction()
  }
  bytes(OTHER_PART, MAGIC_LENGTH)
  while (moved < length) {
    const section = number(OTHER_PART)
    const size = number(OTHER_PART)
    if (section !== CODE_SECTION) bytes(OTHER_PART, size)
    else for (let bodies = number(OTHER_PART); bodies > 0; bodies--) body()
  }
}

/** @param {Uint8Array} wasm */
export function partsFromWasm(wasm) {
  const parts = Array.from({ length: PARTS }, () => [])
  let moved = 0
  moveModule(wasm.length, (part) => {
    const byte = wasm[moved++]
    parts[part].push(byte)
    return byte
  })
  if (moved !== wasm.length) throw new Error(`not a WASM module, or an opcode is missing in OPCODES`)
  const lengths = new Uint32Array(parts.map((part) => part.length))
  return Uint8Array.from([...new Uint8Array(lengths.buffer), ...parts.flat()])
}

/** @param {Uint8Array} bytes what {@link partsFromWasm} returns */
export function wasmFromParts(bytes) {
  const lengths = new Uint32Array(bytes.slice(0, 4 * PARTS).buffer)
  let end = lengths.byteLength
  const next = lengths.map((length) => {
    end += length
    return end - length
  })
  const wasm = new Uint8Array(end - lengths.byteLength)
  let moved = 0
  moveModule(wasm.length, (part) => (wasm[moved++] = bytes[next[part]++]))
  return wasm
}

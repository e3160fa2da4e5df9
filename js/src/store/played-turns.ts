/** The course of a game as bytes: every turn with the position before it. */

/** Byte strings one after the other in one buffer. */
class ByteLog {
  #buffer = new Uint8Array(256)
  readonly #ends: number[] = []

  get length(): number {
    return this.#ends.length
  }

  push(bytes: Uint8Array): void {
    const start = this.#ends.at(-1) ?? 0
    const end = start + bytes.length
    if (end > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(end, this.#buffer.length * 2))
      larger.set(this.#buffer)
      this.#buffer = larger
    }
    this.#buffer.set(bytes, start)
    this.#ends.push(end)
  }

  at(index: number): Uint8Array {
    return this.#buffer.subarray(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  /** The last string, removed. */
  pop(): Uint8Array {
    const bytes = this.at(this.length - 1).slice()
    this.#ends.pop()
    return bytes
  }
}

/** A completed turn. */
export interface LoggedTurn {
  /** The position before it. */
  before: Uint8Array
  /** The packed move; 0 for a deploy. */
  packed: number
  /** Of a deploy: the position before its commit; else empty. */
  open: Uint8Array
  /** The halves of the repetition key of `before`. */
  key: readonly [number, number]
}

/** Completed turns. About 50 bytes each. */
export class PlayedTurns {
  readonly #before = new ByteLog()
  readonly #open = new ByteLog()
  readonly #packed: number[] = []
  /** Two numbers for each turn, and room for more. */
  #keys = new Uint32Array(64)

  get length(): number {
    return this.#packed.length
  }

  push({ before, packed, open, key }: LoggedTurn): void {
    this.keysAnd(key)
    this.#before.push(before)
    this.#open.push(open)
    this.#packed.push(packed)
  }

  at(index: number): Omit<LoggedTurn, 'key'> {
    return { before: this.#before.at(index), packed: this.#packed[index] as number, open: this.#open.at(index) }
  }

  /** The last turn, removed. There must be one. */
  pop(): LoggedTurn {
    const packed = this.#packed.pop() as number
    const at = 2 * this.length
    const key = [this.#keys[at] as number, this.#keys[at + 1] as number] as const
    return { before: this.#before.pop(), packed, open: this.#open.pop(), key }
  }

  /** The keys of the positions before each turn, valid until the log changes. */
  keys(): Uint32Array {
    return this.#keys.subarray(0, 2 * this.length)
  }

  /** The same and one more. */
  keysAnd(key: readonly [number, number]): Uint32Array {
    const end = 2 * this.length + 2
    if (end > this.#keys.length) {
      const larger = new Uint32Array(2 * this.#keys.length)
      larger.set(this.#keys)
      this.#keys = larger
    }
    this.#keys.set(key, end - 2)
    return this.#keys.subarray(0, end)
  }
}

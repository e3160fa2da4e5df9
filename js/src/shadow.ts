/**
 * Two engines side by side: every call goes to both, the first answers, and differences are
 * reported.
 */

import { describe } from './describe.js'

// Only `any[]` accepts the parameters of every constructor.
type AnyClass = abstract new (...args: any[]) => object

/** One difference between two answers. */
export interface Difference {
  /** The call with its arguments: `move("Ic6")`; of a property, its name. */
  call: string
  /** The place in the answers: `[3].san`; empty for the answer itself. */
  path: string
  /** The value of the first engine. */
  a: unknown
  /** The value of the second engine. */
  b: unknown
  /** The first engine's FEN before the call, if it has one. */
  fen: string
}

/** Options of {@link shadow}. */
export interface ShadowOptions {
  /** Called for each difference when it is found. */
  onDifference?: (difference: Difference) => void
  /** Whether to ignore a difference. */
  ignore?: (difference: Difference) => boolean
  /** The number of differences to keep; further ones are only counted. The default is 1000. */
  limit?: number
}

/** The static members that a shadow class adds to those of the first engine. */
export interface Shadowed {
  /** The differences found so far. */
  readonly differences: readonly Difference[]
  /** The number of compared calls and properties. */
  readonly calls: number
  /** The differences as text. */
  report(): string
}

type Outcome = { returned: unknown } | { thrown: unknown }

function attempt(action: () => unknown): Outcome {
  try {
    return { returned: action() }
  } catch (thrown) {
    return { thrown }
  }
}

/** Methods that return a live object, whose calls must go to both engines, too. */
const LIVE: ReadonlySet<PropertyKey> = new Set(['getSession'])

/**
 * A class that behaves like `A` and passes all calls on to an instance of `B`.
 *
 * ```ts
 * const Game = shadow(OldCoTuLenh, CoTuLenh)
 * const game = new Game() // use it as before
 * console.log(Game.report())
 * ```
 *
 * Callers only see what `A` does, even if `B` throws.
 */
export function shadow<A extends AnyClass, B extends AnyClass>(
  A: A,
  B: B,
  options: ShadowOptions = {},
): A & Shadowed {
  const log = new DifferenceLog(options)
  const pairs = new Pairs(log)
  const Shadow: A & Shadowed = new Proxy(A, {
    construct: (target, args: unknown[], newTarget) => {
      const a = attempt(() => Reflect.construct(target, args, newTarget === Shadow ? target : newTarget))
      const b = attempt(() => Reflect.construct(B, args))
      const call = `new ${target.name}(${args.map(shown).join(', ')})`
      log.compare(call, '', 'thrown' in a ? a : { returned: undefined }, 'thrown' in b ? b : { returned: undefined })
      if ('thrown' in a) throw a.thrown
      const shared = (target as unknown as { prototype: object }).prototype
      return pairs.proxyOf(a.returned as object, 'returned' in b ? b.returned : undefined, shared)
    },
    get: (target, name) => {
      if (name === 'differences' || name === 'calls') return log[name]
      if (name === 'report') return () => log.report()
      const value = Reflect.get(target, name, target) as unknown
      if (typeof value !== 'function' || name === 'prototype') return value
      return (...args: unknown[]) => pairs.callBoth(name, target, B, args)
    },
  }) as A & Shadowed
  return Shadow
}

/** Compares answers and keeps their differences. */
class DifferenceLog implements Shadowed {
  readonly differences: Difference[] = []
  calls = 0
  #found = 0
  readonly #options: ShadowOptions

  constructor(options: ShadowOptions) {
    this.#options = options
  }

  compare(call: string, fen: string, a: Outcome, b: Outcome): void {
    this.calls += 1
    if ('thrown' in a && 'thrown' in b) {
      // Messages may differ, codes must not.
      const [x, y] = [codeOf(a.thrown), codeOf(b.thrown)]
      if (x !== y) this.#note({ call, path: 'thrown.code', a: x, b: y, fen })
    } else if ('thrown' in a || 'thrown' in b) {
      this.#note({ call, path: '', a: described(a), b: described(b), fen })
    } else {
      // Reading an answer may throw, too.
      const first = attempt(() => firstDifference(a.returned, b.returned, '', new Set()))
      if ('thrown' in first) this.#note({ call, fen, path: '', a: 'an answer', b: described(first) })
      else if (first.returned !== undefined) this.#note({ call, fen, ...(first.returned as Found) })
    }
  }

  /** Reports the call after which the positions of two games differ. */
  comparePositions(call: string, before: readonly [string, string], a: object, b: unknown): void {
    const [afterA, afterB] = [fenOf(a), fenOf(Object(b))]
    if (before[0] === before[1] && afterA !== afterB) {
      this.#note({ call, path: 'fen() afterwards', a: afterA, b: afterB, fen: before[0] })
    }
  }

  report(): string {
    const head = `${this.calls} calls compared, ${this.#found} differences`
    const lines = this.differences.map(({ call, path, a, b, fen }) =>
      [
        `${call}${path === '' ? '' : ` at ${path}`}`,
        `  first:  ${shown(a)}`,
        `  second: ${shown(b)}`,
        `  in:     ${fen}`,
      ].join('\n'),
    )
    const rest = this.#found > this.differences.length ? [`and ${this.#found - this.differences.length} more`] : []
    return [head, ...lines, ...rest].join('\n')
  }

  #note(difference: Difference): void {
    const { onDifference, ignore, limit = 1000 } = this.#options
    const ignored = attempt(() => ignore?.(difference))
    if ('returned' in ignored && ignored.returned) return
    this.#found += 1
    if (this.differences.length < limit) this.differences.push(difference)
    // An exception of the callback must not reach the caller of the game.
    attempt(() => onDifference?.(difference))
  }
}

/** The objects of the first engine, each with its counterpart in the second. */
class Pairs {
  readonly #log: DifferenceLog
  /** The two objects behind each proxy. */
  readonly #members = new WeakMap<object, readonly [a: object, b: unknown]>()
  /** The proxy of each object of the first engine. */
  readonly #proxies = new WeakMap<object, object>()

  constructor(log: DifferenceLog) {
    this.#log = log
  }

  /** Calls a method of both objects and returns or throws what the first does. */
  callBoth(name: PropertyKey, a: object, b: unknown, args: unknown[]): unknown {
    const call = `${String(name)}(${args.map(shown).join(', ')})`
    const before = [fenOf(a), fenOf(Object(b))] as const
    const first = attempt(() =>
      (Reflect.get(a, name, a) as (...args: unknown[]) => unknown).apply(a, this.#argumentsOf(0, args)),
    )
    const second = attempt(() => {
      const method = Reflect.get(Object(b), name, Object(b)) as unknown
      if (typeof method !== 'function') throw new TypeError(`there is no method ${String(name)}`)
      return method.apply(b, this.#argumentsOf(1, args)) as unknown
    })
    this.#log.compare(call, before[0], first, second)
    this.#log.comparePositions(call, before, a, b)
    if ('thrown' in first) throw first.thrown
    const result = first.returned
    if (!LIVE.has(name) || typeof result !== 'object' || result === null) return result
    const counterpart = 'returned' in second ? second.returned : undefined
    return this.proxyOf(result, counterpart, Object.getPrototypeOf(result) as object)
  }

  /** The arguments for one engine: proxies are replaced by the objects behind them. */
  #argumentsOf(engine: 0 | 1, args: unknown[]): unknown[] {
    return args.map((arg) => {
      const members = typeof arg === 'object' && arg !== null ? this.#members.get(arg) : undefined
      return members === undefined ? arg : members[engine]
    })
  }

  /** A proxy of `a` that passes on to `b` the calls of members that the class `shared` has. */
  proxyOf(a: object, b: unknown, shared: object): object {
    const known = this.#proxies.get(a)
    if (known !== undefined && this.#members.get(known)?.[1] === b) return known
    const isShared = (name: PropertyKey): boolean => name in shared || Object.hasOwn(a, name)
    const proxy: object = new Proxy(a, {
      // Members of a subclass run with the proxy as `this`, so that their own calls come back here.
      get: (target, name, receiver) =>
        isShared(name) ? this.#getBoth(target, b, name) : (Reflect.get(target, name, receiver) as unknown),
      set: (target, name, value) =>
        isShared(name) ? this.#setBoth(target, b, name, value) : Reflect.set(target, name, value, target),
    })
    this.#members.set(proxy, [a, b])
    this.#proxies.set(a, proxy)
    return proxy
  }

  #getBoth(a: object, b: unknown, name: PropertyKey): unknown {
    const value = Reflect.get(a, name, a) as unknown
    if (name === 'constructor') return value
    if (typeof value === 'function') return (...args: unknown[]) => this.callBoth(name, a, b, args)
    if (typeof name === 'string') {
      const second = attempt(() => Reflect.get(Object(b), name, Object(b)) as unknown)
      this.#log.compare(name, fenOf(a), { returned: value }, second)
    }
    return value
  }

  #setBoth(a: object, b: unknown, name: PropertyKey, value: unknown): boolean {
    const call = `${String(name)} = ${shown(value)}`
    const before = [fenOf(a), fenOf(Object(b))] as const
    const first = attempt(() => Reflect.set(a, name, value, a))
    this.#log.compare(call, before[0], first, attempt(() => Reflect.set(Object(b), name, value, Object(b))))
    this.#log.comparePositions(call, before, a, b)
    if ('thrown' in first) throw first.thrown
    return first.returned as boolean
  }
}

function codeOf(error: unknown): unknown {
  // Plain errors of one engine may have codes that the other lacks.
  const hasCode = error instanceof Error && error.name === 'CotulenhError' && 'code' in error
  return hasCode ? error.code : undefined
}

function described(outcome: Outcome): unknown {
  if ('returned' in outcome) return outcome.returned
  const { thrown } = outcome
  return `throws ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : describe(thrown)}`
}

function fenOf(game: object): string {
  const fen = attempt(() => ('fen' in game && typeof game.fen === 'function' ? (game.fen() as unknown) : ''))
  return 'returned' in fen ? String(fen.returned) : ''
}

function shown(value: unknown): string {
  if (value instanceof Map) return `Map ${describe([...value])}`
  return typeof value === 'string' ? JSON.stringify(describe(value)) : describe(value)
}

type Found = { path: string; a: unknown; b: unknown }

/**
 * The first place where two answers differ. Functions and private fields are not compared, and
 * undefined equals a missing value.
 */
function firstDifference(a: unknown, b: unknown, path: string, seen: Set<unknown>): Found | undefined {
  if (Object.is(a, b)) return undefined
  if (typeof a === 'function' && typeof b === 'function') return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return { path, a, b }
  if (kindOf(a) !== kindOf(b)) return { path, a, b }
  if (seen.has(a)) return undefined
  seen.add(a)
  const [x, y] = [entriesOf(a), entriesOf(b)]
  for (const key of new Set([...x.keys(), ...y.keys()])) {
    const inner = firstDifference(x.get(key), y.get(key), `${path}${key}`, seen)
    if (inner !== undefined) return inner
  }
  // Only cycles are skipped: an object in two places is compared twice.
  seen.delete(a)
  return undefined
}

/**
 * Arrays, Maps and the like are distinguished; classes are not, because each engine has its own.
 */
function kindOf(value: object): string {
  const kind = Object.prototype.toString.call(value)
  return ['[object Array]', '[object Map]', '[object Set]', '[object Date]'].includes(kind) ? kind : ''
}

function entriesOf(value: object): Map<string, unknown> {
  if (Array.isArray(value)) return new Map([['.length', value.length], ...value.map((v, i) => [`[${i}]`, v] as const)])
  if (value instanceof Map) return new Map([...value].map(([key, v]) => [`.get(${shown(key)})`, v]))
  if (value instanceof Date) return new Map([['', value.getTime()]])
  if (value instanceof RegExp) return new Map([['', String(value)]])
  if (value instanceof Set) return new Map([...value].map((key) => [`.has(${shown(key)})`, true]))
  const isPublic = ([key, v]: [string, unknown]): boolean => !key.startsWith('_') && typeof v !== 'function'
  return new Map(Object.entries(value).filter(isPublic).map(([key, v]) => [`.${key}`, v]))
}

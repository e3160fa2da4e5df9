/** Two engines side by side: everything is asked of both, the first answers, and what differs is reported. */

import { describe } from './board.js'

// Nothing else takes every constructor.
type AnyClass = abstract new (...args: any[]) => object

/** One answer that was not the same. */
export interface Difference {
  /** What was called, with its arguments: `move("Ic6")`; of a property, its name. */
  call: string
  /** Where in the answers: `[3].san`; empty for the answer itself. */
  path: string
  /** What the first engine said. */
  a: unknown
  /** What the second said. */
  b: unknown
  /** The first engine's FEN before the call, if there was one. */
  fen: string
}

/** What to do with differences. */
export interface ShadowOptions {
  /** Called for each difference as it is found. */
  onDifference?: (difference: Difference) => void
  /** Differences that are known and not worth a word. */
  ignore?: (difference: Difference) => boolean
  /** Keep at most this many; the others are only counted. */
  limit?: number
}

/** What a shadow class has beyond the first engine's. */
export interface Shadowed {
  /** What was found so far. */
  readonly differences: readonly Difference[]
  /** How many calls (and properties) were compared. */
  readonly calls: number
  /** All that as text. */
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

/** Methods whose result is a live object, which must stay in step too. */
const LIVE: ReadonlySet<PropertyKey> = new Set(['getSession'])

/**
 * A class that behaves like `A` and drives an instance of `B` along with it.
 *
 * ```ts
 * const Game = shadow(OldCoTuLenh, CoTuLenh)
 * const game = new Game() // use it as before
 * console.log(Game.report())
 * ```
 *
 * Whatever `B` does, the caller sees only what `A` does.
 */
export function shadow<A extends AnyClass, B extends AnyClass>(
  A: A,
  B: B,
  { onDifference, ignore, limit = 1000 }: ShadowOptions = {},
): A & Shadowed {
  const differences: Difference[] = []
  let found = 0
  let calls = 0
  /** What stands behind the objects that callers have: of the first engine and of the second. */
  const members = new WeakMap<object, readonly [a: object, b: unknown]>()
  /** The objects that callers have, by what stands behind them. */
  const proxies = new WeakMap<object, object>()

  function note(difference: Difference): void {
    const ignored = attempt(() => ignore?.(difference))
    if ('returned' in ignored && ignored.returned) return
    found += 1
    if (differences.length < limit) differences.push(difference)
    // Whatever watches must not disturb.
    attempt(() => onDifference?.(difference))
  }

  function compare(call: string, fen: string, a: Outcome, b: Outcome): void {
    calls += 1
    if ('thrown' in a && 'thrown' in b) {
      // Words may differ; what programs look at may not.
      const [x, y] = [codeOf(a.thrown), codeOf(b.thrown)]
      if (x !== y) note({ call, path: 'thrown.code', a: x, b: y, fen })
    } else if ('thrown' in a || 'thrown' in b) {
      note({ call, path: '', a: told(a), b: told(b), fen })
    } else {
      // Looking at an answer may throw, too.
      const first = attempt(() => firstDifference(a.returned, b.returned, '', new Set()))
      if ('thrown' in first) note({ call, fen, path: '', a: 'an answer', b: told(first) })
      else if (first.returned !== undefined) note({ call, fen, ...(first.returned as Found) })
    }
  }

  /** Notes if the positions have parted, once. */
  function comparePositions(call: string, before: readonly [string, string], a: object, b: unknown): void {
    const [afterA, afterB] = [fenOf(a), fenOf(Object(b))]
    if (before[0] === before[1] && afterA !== afterB) {
      note({ call, path: 'fen() afterwards', a: afterA, b: afterB, fen: before[0] })
    }
  }

  /** Calls both; answers like the first. */
  function callBoth(name: PropertyKey, a: object, b: unknown, args: unknown[]): unknown {
    const call = `${String(name)}(${args.map(shown).join(', ')})`
    const before = [fenOf(a), fenOf(Object(b))] as const
    const own = (which: 0 | 1): unknown[] =>
      args.map((arg) => (typeof arg === 'object' && arg !== null && members.has(arg) ? members.get(arg)?.[which] : arg))
    const first = attempt(() => (Reflect.get(a, name, a) as (...args: unknown[]) => unknown).apply(a, own(0)))
    const second = attempt(() => {
      const method = Reflect.get(Object(b), name, Object(b)) as unknown
      if (typeof method !== 'function') throw new TypeError(`there is no ${String(name)}`)
      return method.apply(b, own(1)) as unknown
    })
    compare(call, before[0], first, second)
    comparePositions(call, before, a, b)
    if ('thrown' in first) throw first.thrown
    const result = first.returned
    if (!LIVE.has(name) || typeof result !== 'object' || result === null) return result
    return pair(result, 'returned' in second ? second.returned : undefined, Object.getPrototypeOf(result) as object)
  }

  /** An object of the first engine whose calls reach its counterpart too; only what its class `shared` has is compared. */
  function pair(a: object, b: unknown, shared: object): object {
    const known = proxies.get(a)
    if (known !== undefined && members.get(known)?.[1] === b) return known
    const isShared = (name: PropertyKey): boolean => name in shared || Object.hasOwn(a, name)
    const proxy: object = new Proxy(a, {
      get: (target, name, receiver) => {
        // What a subclass adds is its own affair; what it calls comes back here.
        if (!isShared(name)) return Reflect.get(target, name, receiver) as unknown
        const value = Reflect.get(target, name, target) as unknown
        if (name === 'constructor') return value
        if (typeof value === 'function') return (...args: unknown[]) => callBoth(name, target, b, args)
        if (typeof name === 'string') {
          const second = attempt(() => Reflect.get(Object(b), name, Object(b)) as unknown)
          compare(name, fenOf(target), { returned: value }, second)
        }
        return value
      },
      set: (target, name, value) => {
        if (!isShared(name)) return Reflect.set(target, name, value, target)
        const call = `${String(name)} = ${shown(value)}`
        const before = [fenOf(target), fenOf(Object(b))] as const
        const first = attempt(() => Reflect.set(target, name, value, target))
        compare(call, before[0], first, attempt(() => Reflect.set(Object(b), name, value, Object(b))))
        comparePositions(call, before, target, b)
        if ('thrown' in first) throw first.thrown
        return first.returned as boolean
      },
    })
    members.set(proxy, [a, b])
    proxies.set(a, proxy)
    return proxy
  }

  function report(): string {
    const head = `${calls} calls compared, ${found} differences`
    const lines = differences.map(({ call, path, a, b, fen }) =>
      [`${call}${path === '' ? '' : ` at ${path}`}`, `  first:  ${shown(a)}`, `  second: ${shown(b)}`, `  in:     ${fen}`].join('\n'),
    )
    const rest = found > differences.length ? [`and ${found - differences.length} more`] : []
    return [head, ...lines, ...rest].join('\n')
  }

  const extras = { report, get differences() { return differences }, get calls() { return calls } }
  const Shadow: A & Shadowed = new Proxy(A, {
    construct: (target, args: unknown[], newTarget) => {
      const a = attempt(() => Reflect.construct(target, args, newTarget === Shadow ? target : newTarget))
      const b = attempt(() => Reflect.construct(B, args))
      const call = `new ${target.name}(${args.map(shown).join(', ')})`
      compare(call, '', 'thrown' in a ? a : { returned: undefined }, 'thrown' in b ? b : { returned: undefined })
      if ('thrown' in a) throw a.thrown
      const shared = (target as unknown as { prototype: object }).prototype
      return pair(a.returned as object, 'returned' in b ? b.returned : undefined, shared)
    },
    get: (target, name) => {
      if (Object.hasOwn(extras, name)) return extras[name as keyof typeof extras]
      const value = Reflect.get(target, name, target) as unknown
      if (typeof value !== 'function' || name === 'prototype') return value
      return (...args: unknown[]) => callBoth(name, target, B, args)
    },
  }) as A & Shadowed
  return Shadow
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

function told(outcome: Outcome): unknown {
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

/** The first place where two answers differ. Functions and private fields do not count, undefined is as good as missing. */
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
  // Only a circle is left out: the same object in two places is looked at twice.
  seen.delete(a)
  return undefined
}

/** Lists, Maps and the like are told apart; classes are not, for each engine has its own. */
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

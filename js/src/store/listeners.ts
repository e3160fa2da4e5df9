/** The listeners of a store, and the order in which they are called. */

import type { GameSnapshot, StoreEvents } from './types.js'

type EventName = keyof StoreEvents
type Listener<Name extends EventName> = (event: StoreEvents[Name]) => void

/** An event with its name. */
export type NamedEvent = { [Name in EventName]: readonly [Name, StoreEvents[Name]] }[EventName]

export const EVENT_NAMES: readonly EventName[] = ['move', 'step', 'commit', 'cancel', 'undo', 'load', 'end']

export class Listeners {
  readonly #subscribers = new Set<{ call: (snapshot: GameSnapshot) => void }>()
  readonly #byEvent = new Map<EventName, Set<{ call: Listener<never> }>>()
  /** Changes that have not been announced yet. */
  readonly #queue: { snapshot: GameSnapshot; events: readonly NamedEvent[] }[] = []
  #announcing = false

  subscribe(call: (snapshot: GameSnapshot) => void): () => void {
    // An object of its own, so that a function can subscribe twice.
    const entry = { call }
    this.#subscribers.add(entry)
    return () => void this.#subscribers.delete(entry)
  }

  on<Name extends EventName>(name: Name, call: Listener<Name>): () => void {
    const entry = { call: call as Listener<never> }
    const entries = this.#byEvent.get(name) ?? new Set()
    this.#byEvent.set(name, entries)
    entries.add(entry)
    return () => void entries.delete(entry)
  }

  /**
   * Tells subscribers, then the listeners of the events. A change that a listener makes is announced
   * afterwards, so that all see the changes in the same order. All listeners are called even if one
   * throws; the first error is thrown at the end.
   */
  announce(snapshot: GameSnapshot, events: readonly NamedEvent[]): void {
    this.#queue.push({ snapshot, events })
    if (this.#announcing) return
    this.#announcing = true
    const errors: unknown[] = []
    try {
      for (let change = this.#queue.shift(); change !== undefined; change = this.#queue.shift()) {
        callAll(this.#subscribers, change.snapshot, errors)
        for (const [name, event] of change.events) callAll(this.#byEvent.get(name), event as never, errors)
      }
    } finally {
      this.#announcing = false
    }
    if (errors.length > 0) throw errors[0]
  }
}

function callAll<T>(entries: Set<{ call: (value: T) => void }> | undefined, value: T, errors: unknown[]): void {
  if (entries === undefined) return
  for (const entry of [...entries]) {
    // Another listener may have removed it.
    if (!entries.has(entry)) continue
    try {
      entry.call(value)
    } catch (error) {
      errors.push(error)
    }
  }
}

/** Refusals of actions. */

import type { Square } from '../board.js'
import { readData } from '../data.js'
import type { RuleRefusalCode } from '../generated.js'
import type { StoreAnswer, StoreRefusalCode } from './types.js'

type Refused = Extract<StoreAnswer, { ok: false }>

/** Refuses for a reason of the store. */
export function refuse(
  code: RuleRefusalCode | StoreRefusalCode,
  params: Record<string, unknown> = {},
  squares: readonly Square[] = [],
): Refused {
  return Object.freeze({ ok: false, refusal: Object.freeze({ code, squares, params: Object.freeze(params) }) })
}

/** A refusal from the rules' answer, or `otherwise` if it is empty. */
export function refuseByRules(answer: string, otherwise: StoreRefusalCode): Refused {
  if (answer === '') return refuse(otherwise)
  return Object.freeze({ ok: false, refusal: Object.freeze(readData<Refused['refusal']>(answer)) })
}

import { type Listener, ListenerGroup, type PatternWork } from '../../listening.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { ArgumentRule } from '../config.js'
import { policyOfRule } from './rule-policy.js'

/** A rule that reviews a denial, with its listener. */
export interface HeardRule {
  readonly policy: CompiledPolicy
  /** The level of appeal; undefined: any. */
  readonly level: number | undefined
  /** The trigger; undefined: any text. */
  readonly hears: Listener | undefined
}

/**
 * Prepares rules. Throws an Error that names the place of a phrase or pattern that can never match, or that exceeds a
 * limit.
 */
export function hearingRules(rules: readonly ArgumentRule[], place: string, spent: PatternWork): readonly HeardRule[] {
  const listeners = new ListenerGroup(spent)
  return rules.map(({ level, says, ...rule }, index) => ({
    policy: policyOfRule(rule, `${place}[${index}]`),
    level,
    hears: says === undefined ? undefined : listeners.compile(says, `${place}[${index}].says`),
  }))
}

/** Returns the rules that apply to a text, as policies. */
export function rulesFor(rules: readonly HeardRule[], said: string, level?: number): readonly CompiledPolicy[] {
  const heard = rules.filter((one) => {
    if (one.level !== undefined && one.level !== level) return false
    return one.hears === undefined || one.hears(said)
  })
  return heard.map(({ policy }) => policy)
}

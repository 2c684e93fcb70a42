import { type Listener, ListenerGroup, type PatternWork } from '../../listening.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { ArgumentRule } from '../config.js'
import { policyOfRule } from './rule-policy.js'

/** A rule for appeals or peer-to-peer reviews, with its compiled trigger. */
export interface HeardRule {
  readonly policy: CompiledPolicy
  /** The level of appeal; undefined for any. */
  readonly level: number | undefined
  /** Tests whether the rule applies to a text; undefined if it applies to any. */
  readonly hears: Listener | undefined
}

/** Compiles rules. Throws an Error that locates a phrase or pattern that can never match or exceeds a limit. */
export function hearingRules(rules: readonly ArgumentRule[], place: string, spent: PatternWork): readonly HeardRule[] {
  const listeners = new ListenerGroup(spent)
  return rules.map(({ level, says, ...rule }, index) => ({
    policy: policyOfRule(rule, `${place}[${index}]`),
    level,
    hears: says === undefined ? undefined : listeners.compile(says, `${place}[${index}].says`),
  }))
}

/** Returns the rules that apply to a text and an appeal level, as policies. */
export function rulesFor(rules: readonly HeardRule[], said: string, level?: number): readonly CompiledPolicy[] {
  const heard = rules.filter((one) => {
    if (one.level !== undefined && one.level !== level) return false
    return one.hears === undefined || one.hears(said)
  })
  return heard.map(({ policy }) => policy)
}

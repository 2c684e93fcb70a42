import type { FixtureName } from '@carebench/fixtures'
import type { Agent, AgentName } from '../agent.js'
import { carelessAgent as carelessAtClaims } from './claims-followup/careless.js'
import { goodAgent as goodAtClaims } from './claims-followup/good.js'
import { carelessAgent as carelessAtEligibility } from './eligibility/careless.js'
import { goodAgent as goodAtEligibility } from './eligibility/good.js'
import { idleAgent } from './idle.js'
import { carelessAgent as carelessAtLabResults } from './lab-results/careless.js'
import { goodAgent as goodAtLabResults } from './lab-results/good.js'
import { carelessAgent as carelessAtPriorAuth } from './prior-auth/careless.js'
import { goodAgent as goodAtPriorAuth } from './prior-auth/good.js'
import { carelessAgent as carelessAtReferral } from './referral/careless.js'
import { goodAgent as goodAtReferral } from './referral/good.js'

/** The scripted agents of each benchmark, by name. */
export const agents: Readonly<Record<FixtureName, Readonly<Record<AgentName, Agent>>>> = {
  'prior-auth': { good: goodAtPriorAuth, careless: carelessAtPriorAuth, idle: idleAgent },
  eligibility: { good: goodAtEligibility, careless: carelessAtEligibility, idle: idleAgent },
  'lab-results': { good: goodAtLabResults, careless: carelessAtLabResults, idle: idleAgent },
  'claims-followup': { good: goodAtClaims, careless: carelessAtClaims, idle: idleAgent },
  referral: { good: goodAtReferral, careless: carelessAtReferral, idle: idleAgent },
}

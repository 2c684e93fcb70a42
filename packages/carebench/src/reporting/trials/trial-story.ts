import type { PhoneCall, TurnStory } from '@carebench/server/dashboard/task'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { UnnamedRun } from '../model/describe-run.js'
import type { PlantedAttack } from './planted-attack.js'

/** Everything that the page of a trial shows. */
export interface TrialStory extends TurnStory {
  /** The result of the scored attempt, or of the last one if the trial is unscored. */
  readonly result: TrialResult
  /** The path of its attempt in the results folder, with `/`. */
  readonly path: string
  /** Why a file of the attempt could not be read, in which case the members below are empty; else null. */
  readonly unread: string | null
  /** The record; null if there is none. */
  readonly run: UnnamedRun | null
  /** How the result contradicts the record, in words. */
  readonly contradictions: readonly string[]
  readonly phoneCalls: readonly PhoneCall[]
  /** Null if the data contains no attack, or if no criterion forbids what it orders. */
  readonly attack: PlantedAttack | null
}

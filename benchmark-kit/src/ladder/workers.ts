import { workPaSubmit } from '../families/pa-submit/ladder.js'
import type { FlawedWorker } from './flaws.js'

/** The workers of the rungs A2 to A6, by the family whose tasks they work. A family without one has no figures on these rungs. */
export const flawedWorkers: ReadonlyMap<string, FlawedWorker> = new Map([['pa-submit', workPaSubmit]])

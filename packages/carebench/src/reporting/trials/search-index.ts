import type { Turn } from '@carebench/server/dashboard/task'
import type { TrialFacts } from './trial-facts.js'
import type { TrialStory } from './trial-story.js'

/** The texts of one trial by turn; turn 0 is the trial itself. */
export type TrialTexts = readonly (readonly [number, ...string[]])[]

/** The texts of all trials, each distinct text once. */
export interface SearchIndex {
  /** Agent, task, number, address and verdict. */
  readonly trials: readonly (readonly [string, string, number, string, string | null])[]
  readonly texts: readonly string[]
  /** For each trial, its turns: the number of the turn, and the indexes of its texts. */
  readonly places: readonly (readonly (readonly number[])[])[]
}

/** Maximum length of an indexed text in characters; the page of a trial does not show more either. */
const maxTextLength = 20_000

/** Returns the searchable texts of a trial. */
export function listTexts({ turns, run, result }: TrialStory): TrialTexts {
  const [task] = run?.tasks ?? []
  const failed = (task?.criteria ?? []).filter(({ outcome }) => outcome !== 'passed')
  const own = [
    task?.instruction ?? '',
    result.ended.message ?? '',
    task?.output === undefined ? '' : writeText(task.output),
    ...failed.map(({ label, details }) => `${label}\n${details}`),
  ]
  return [[0, ...own.filter((text) => text !== '')], ...turns.map(textsOfTurn)]
}

function textsOfTurn({ number, message, reasoning, calls }: Turn): readonly [number, ...string[]] {
  const ofCalls = calls.flatMap(({ name, arguments: given, response }) => [
    given === undefined ? name : `${name} ${writeText(given)}`,
    response ?? '',
  ])
  return [number, ...[message, reasoning, ...ofCalls].filter((text) => text !== '')]
}

function writeText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Joins the texts of trials that have a page. */
export function makeSearchIndex(
  trials: readonly { readonly facts: TrialFacts; readonly texts: TrialTexts }[],
): SearchIndex {
  const positions = new Map<string, number>()
  const positionOf = (text: string): number => {
    const cut = text.slice(0, maxTextLength)
    const position = positions.get(cut) ?? positions.size
    positions.set(cut, position)
    return position
  }
  const places = trials.map(({ texts }) => texts.map(([turn, ...own]) => [turn, ...own.map(positionOf)]))
  return {
    trials: trials.map(({ facts: { key, href, result } }) => {
      return [key.agent, key.task, key.trial, href ?? '', result?.verdict ?? null] as const
    }),
    texts: [...positions.keys()],
    places,
  }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Redact } from '../results/redact.js'
import { readRegularFile } from '../results/regular-file.js'
import type { ResultsFolder } from '../results/results-folder.js'
import { nameOfTrial, type TrialKey } from '../results/trial-result.js'
import type { ItemsSoFar } from '../trials/item-watch.js'
import type { TrialProgress } from './attempt-executor.js'
import type { RunEvent } from './run-options.js'

/** A running trial. */
export interface LiveTrial extends TrialKey, TrialProgress {
  /** The start of the trial, in milliseconds since 1970. */
  readonly since: number
  /** Absent if unknown. */
  readonly items?: ItemsSoFar
}

/** Maximum length of the last call or message in characters. */
const maxLastLength = 200
/** Maximum size of the file of running trials in bytes, because an agent without isolation can write it. */
const maxFileBytes = 1024 * 1024

/** Keeps the progress of the running trials. */
export class LiveTrials {
  readonly #trials = new Map<string, LiveTrial & { readonly parts: number }>()
  readonly #now: () => number
  #isChanged = false

  readonly #redact: Redact

  readonly #keepsItems: boolean

  /**
   * @param redact - applied before a text is cut, because the cut may be within a secret
   * @param keepsItems - whether to write passing items to the file of running trials; false if an agent could read it
   */
  constructor(now: () => number, redact: Redact = (text) => text, keepsItems = false) {
    this.#now = now
    this.#redact = redact
    this.#keepsItems = keepsItems
  }

  take(event: RunEvent): void {
    if (event.kind === 'trial_ended') this.#trials.delete(nameOfTrial(event.result.key))
    else if (event.kind === 'trial_started') {
      const trial = { ...event.key, since: this.#now(), calls: 0, tokens: 0, parts: 0, last: '' }
      this.#trials.set(nameOfTrial(event.key), trial)
    } else if (event.kind === 'trial_progress') this.#follow(event.key, event.progress)
    else if (event.kind === 'trial_items') {
      const trial = this.#trials.get(nameOfTrial(event.key))
      if (trial !== undefined) this.#trials.set(nameOfTrial(event.key), { ...trial, items: event.items })
    } else if (event.kind === 'trial_event' || event.kind === 'trial_call') this.#update(event)
    else return
    this.#isChanged = true
  }

  /** Takes over the progress of a trial that another process runs. */
  #follow(key: TrialKey, { calls, tokens, last }: TrialProgress): void {
    const trial = this.#trials.get(nameOfTrial(key))
    if (trial === undefined) return
    this.#trials.set(nameOfTrial(key), { ...trial, calls, tokens, last: oneLine(this.#redact(last)), parts: 0 })
  }

  #update(event: Extract<RunEvent, { readonly kind: 'trial_event' | 'trial_call' }>): void {
    const path = nameOfTrial(event.key)
    const trial = this.#trials.get(path)
    if (trial === undefined) return
    if (event.kind === 'trial_call') {
      const { method, path: called, tool, status } = event.call
      // MCP messages other than tool calls do not call a system.
      if (called === 'mcp' && tool === undefined) return
      const last = tool ?? `${method} ${called} ${status}`
      this.#trials.set(path, { ...trial, calls: trial.calls + 1, last: oneLine(this.#redact(last)) })
    } else if (event.event.kind === 'answering') {
      this.#trials.set(path, { ...trial, tokens: trial.tokens + 1, parts: trial.parts + 1 })
    } else if (event.event.kind === 'model') {
      const { usage, text = '' } = event.event
      // The provider's count replaces the estimate.
      const counted = usage === null ? trial.parts : (usage.input ?? 0) + (usage.output ?? 0)
      const last = text.trim() === '' ? trial.last : oneLine(this.#redact(text))
      this.#trials.set(path, { ...trial, tokens: trial.tokens - trial.parts + counted, parts: 0, last })
    }
  }

  /** Returns the running trials, oldest first. */
  list(): readonly LiveTrial[] {
    return [...this.#trials.values()].map(({ parts: _, ...trial }) => trial)
  }

  /**
   * Writes the running trials for other processes if something has changed. Ignores a full disk, which must not end a
   * trial.
   */
  keepIn(folder: ResultsFolder): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    try {
      const trials = this.list().map(({ items, ...trial }) => ({
        ...trial,
        ...(this.#keepsItems && items && { items }),
      }))
      folder.writeJson(fileName, { version: 1, trials })
    } catch {
      this.#isChanged = true
    }
  }
}

/** Removes the file of {@link LiveTrials.keepIn}. */
export function forgetLive(folder: string): void {
  rmSync(join(folder, fileName), { force: true })
}

/** Reads the running trials of a run; none if the run has ended. */
export function readLive(folder: string): readonly LiveTrial[] {
  let value: unknown
  try {
    value = JSON.parse(readRegularFile(join(folder, fileName), maxFileBytes))
  } catch {
    return []
  }
  const trials = isJsonObject(value) && Array.isArray(value.trials) ? value.trials.filter(isJsonObject) : []
  return trials.map(({ agent, task, trial, since, items, ...progress }) => ({
    agent: String(agent),
    task: String(task),
    trial: Number(trial),
    since: Number(since),
    ...(isJsonObject(items) && { items: itemsFromJson(items) }),
    ...progressFromJson(progress),
  }))
}

function itemsFromJson({ right, due, now }: JsonObject): ItemsSoFar {
  return { right: Number(right), due: Number(due), now: oneLine(String(now)) }
}

/** Converts progress that another process has written. */
export function progressFromJson({ calls, tokens, last }: JsonObject): TrialProgress {
  return { calls: Number(calls), tokens: Number(tokens), last: oneLine(String(last)) }
}

const fileName = 'live.json'

function oneLine(text: string): string {
  return text
    .slice(0, 4 * maxLastLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLastLength)
}

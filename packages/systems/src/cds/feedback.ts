import type { RecordedBody } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse } from '../rest/json-answer.js'
import { readBody } from '../rest/read-json.js'
import type { SimulatorOutcome } from '../simulator.js'
import { feedbackEvent } from './events.js'
import type { Card } from './model/card.js'
import { type FeedbackEntry, feedbackExample, feedbackForm } from './model/feedback-form.js'
import type { CdsEffect, CdsState, ReadyService } from './state.js'

/**
 * Accepts feedback on a service's cards, all or nothing: one outcome per card, with accepted suggestions, or with one
 * of the override reasons that the card offers. Rejects a second outcome for a card with 409.
 */
export function takeFeedback(
  state: CdsState,
  service: ReadyService,
  body: RecordedBody | null,
): SimulatorOutcome<CdsEffect> {
  const read = readBody(feedbackForm, body, feedbackExample)
  if ('refusal' in read) return read.refusal
  const { feedback } = read.value
  const judgedCards = new Set<string>()
  const effects: CdsEffect[] = []
  for (const [index, entry] of feedback.entries()) {
    const place = `feedback.${index}`
    const number = state.callOfCard.get(entry.card)
    const call = number === undefined ? undefined : state.calls.get(number)
    const card = call?.cards.find((candidate) => candidate.uuid === entry.card)
    if (call === undefined || card === undefined || call.service !== service.id) {
      const wanted = `the uuid of a card that the service ${service.id} gave`
      return refuse('INVALID_REQUEST', `${place}.card must be ${wanted}, got ${show(entry.card)}.`)
    }
    const problem = entryProblem(entry, card)
    if (problem !== undefined) return refuse('INVALID_REQUEST', `${place}.${problem}`)
    if (judgedCards.has(entry.card) || call.feedback.some((earlier) => earlier.card === entry.card)) {
      return refuse('CONFLICT', `${place}.card already has an outcome; feedback is accepted once per card.`)
    }
    judgedCards.add(entry.card)
    effects.push({ op: 'feedback', call: call.number, feedback: entry })
  }
  return {
    response: jsonAnswer(200, {}),
    effects,
    events: feedback.map(({ card, outcome }) => feedbackEvent(service.id, card, outcome)),
  }
}

function entryProblem(entry: FeedbackEntry, card: Card): string | undefined {
  const { outcome, acceptedSuggestions = [], overrideReason, outcomeTimestamp } = entry
  if (Number.isNaN(Date.parse(outcomeTimestamp))) {
    return `outcomeTimestamp must be a time, for example 2026-01-05T09:00:00Z, got ${show(outcomeTimestamp)}.`
  }
  if (outcome === 'overridden') {
    if (acceptedSuggestions.length > 0) return 'acceptedSuggestions is only allowed if outcome is "accepted".'
    return reasonProblem(overrideReason?.reason, card)
  }
  if (overrideReason !== undefined) return 'overrideReason is only allowed if outcome is "overridden".'
  const { suggestions = [], selectionBehavior } = card
  const accepted = acceptedSuggestions.map(({ id }) => id)
  if (suggestions.length > 0 && accepted.length === 0) {
    return 'acceptedSuggestions must list the accepted suggestions of the card.'
  }
  const place = accepted.findIndex(
    (id, index) => accepted.indexOf(id) !== index || !suggestions.some((suggestion) => suggestion.uuid === id),
  )
  if (place !== -1) {
    const got = show(accepted[place])
    return `acceptedSuggestions.${place}.id must be the uuid of a suggestion of the card, each once, got ${got}.`
  }
  if (selectionBehavior === 'at-most-one' && accepted.length > 1) {
    return (
      `acceptedSuggestions must list at most one suggestion, as the card's selectionBehavior says, got ` +
      `${accepted.length}.`
    )
  }
  return undefined
}

type Reason = NonNullable<FeedbackEntry['overrideReason']>['reason']

function reasonProblem(reason: Reason, { overrideReasons = [] }: Card): string | undefined {
  if (reason === undefined) return undefined
  if (overrideReasons.some(({ code, system }) => code === reason.code && system === reason.system)) return undefined
  const known = overrideReasons.map(({ code }) => String(code)).join(', ') || 'none'
  return `overrideReason.reason must be one of the card's overrideReasons (${known}), got ${show(reason.code)}.`
}

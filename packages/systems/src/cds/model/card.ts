import type { JsonObject, Random } from '@carebench/protocol'
import { drawUuid } from '../../rest/uuid.js'
import type { ConfiguredCard } from './card-schema.js'
import { compileObject, compileText, cut, type TextTemplate } from './text-template.js'
import type { HookValues } from './value-path.js'

/** The maximum length of a card's summary, in UTF-16 code units. */
export const maxSummaryLength = 140

/** A card as returned. */
export type Card = JsonObject & {
  readonly uuid: string
  readonly summary: string
  readonly indicator: 'info' | 'warning' | 'critical'
  readonly suggestions?: readonly (JsonObject & { readonly uuid: string })[]
  readonly selectionBehavior?: 'at-most-one' | 'any'
  readonly overrideReasons?: readonly JsonObject[]
}

/** Creates a card for a request; its ids are drawn from `random`. */
export type CardTemplate = (values: HookValues, random: Random) => Card

/** Compiles a card. Throws an Error that locates an invalid path, or an action without its resource. */
export function compileCard(card: ConfiguredCard, place: string): CardTemplate {
  const { indicator, source, overrideReasons = [], links = [], selectionBehavior = 'at-most-one' } = card
  const summary = compileText(card.summary, `${place}.summary`)
  const detail = card.detail === undefined ? undefined : compileText(card.detail, `${place}.detail`)
  const suggestions = (card.suggestions ?? []).map((suggestion, index) => {
    return compileSuggestion(suggestion, `${place}.suggestions[${index}]`)
  })
  return (values, random) => ({
    uuid: drawUuid(random),
    summary: cut(summary(values), maxSummaryLength),
    ...(detail !== undefined && { detail: detail(values) }),
    indicator,
    source,
    ...(suggestions.length > 0 && {
      suggestions: suggestions.map((suggestion) => ({ uuid: drawUuid(random), ...suggestion(values) })),
      selectionBehavior,
    }),
    ...(overrideReasons.length > 0 && { overrideReasons }),
    ...(links.length > 0 && { links: links.map((link) => ({ ...link, type: link.type ?? 'absolute' })) }),
  })
}

type Suggestion = NonNullable<ConfiguredCard['suggestions']>[number]
type Action = NonNullable<Suggestion['actions']>[number]

function compileSuggestion({ label, isRecommended, actions = [] }: Suggestion, place: string) {
  const text = compileText(label, `${place}.label`)
  const made = actions.map((action, index) => compileAction(action, `${place}.actions[${index}]`))
  return (values: HookValues): JsonObject => ({
    label: text(values),
    ...(isRecommended !== undefined && { isRecommended }),
    ...(made.length > 0 && { actions: made.map((action) => action(values)) }),
  })
}

function compileAction({ type, description, resource, resourceId }: Action, place: string) {
  const wanted = type === 'delete' ? 'resourceId' : 'resource'
  if ((type === 'delete' ? resourceId : resource) === undefined) {
    throw new Error(`${place}: expected ${wanted}, which an action of type ${type} needs.`)
  }
  const text = compileText(description, `${place}.description`)
  const id: TextTemplate | undefined = resourceId === undefined ? undefined : compileText(resourceId, place)
  const made = resource === undefined ? undefined : compileObject(resource, `${place}.resource`)
  return (values: HookValues): JsonObject => ({
    type,
    description: text(values),
    ...(made !== undefined && { resource: made(values) }),
    ...(id !== undefined && { resourceId: id(values) }),
  })
}

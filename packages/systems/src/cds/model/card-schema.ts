import type { JsonObject } from '@carebench/protocol'
import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false } as const

function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description })
}

const url = Type.String({ pattern: '^https?://[^\\s/]', maxLength: 2048 })

const coding = Type.Object(
  {
    system: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    code: Type.String({ minLength: 1, maxLength: 200 }),
    display: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  closed,
)

const action = Type.Object(
  {
    type: Type.Union([Type.Literal('create'), Type.Literal('update'), Type.Literal('delete')]),
    description: text(1000, 'Description of the action for people.'),
    resource: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        properties: { resourceType: { type: 'string', pattern: '^[A-Z][A-Za-z]{1,63}$' } },
        required: ['resourceType'],
        description: 'The resource to create, or the new content of an existing one.',
      }),
    ),
    resourceId: Type.Optional(text(200, 'The resource to delete: `ServiceRequest/1`.')),
  },
  { ...closed, description: 'A proposed change to the record.' },
)

const suggestion = Type.Object(
  {
    label: text(200, 'Label of the button.'),
    isRecommended: Type.Optional(Type.Boolean()),
    actions: Type.Optional(Type.Array(action, { maxItems: 100 })),
  },
  { ...closed, description: 'A suggestion; its `uuid` is generated.' },
)

const link = Type.Object(
  {
    label: text(200, 'Label of the link.'),
    url,
    type: Type.Optional(Type.Union([Type.Literal('absolute'), Type.Literal('smart')], { default: 'absolute' })),
    appContext: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  closed,
)

/** A card as configured: as in CDS Hooks 2.0, except for the ids, which are generated. */
export const cardSchema = Type.Object(
  {
    summary: text(1000, 'One sentence; cut at 140 characters.'),
    detail: Type.Optional(text(20_000, 'Details in GitHub-flavored Markdown.')),
    indicator: Type.Union([Type.Literal('info'), Type.Literal('warning'), Type.Literal('critical')]),
    source: Type.Object(
      {
        label: text(200, 'The source of the information.'),
        url: Type.Optional(url),
        icon: Type.Optional(url),
        topic: Type.Optional(coding),
      },
      closed,
    ),
    suggestions: Type.Optional(Type.Array(suggestion, { maxItems: 20 })),
    selectionBehavior: Type.Optional(
      Type.Union([Type.Literal('at-most-one'), Type.Literal('any')], {
        default: 'at-most-one',
        description: 'How many suggestions may be accepted.',
      }),
    ),
    overrideReasons: Type.Optional(
      Type.Array(coding, { maxItems: 100, description: 'Reasons for overriding the card.' }),
    ),
    links: Type.Optional(Type.Array(link, { maxItems: 20 })),
  },
  { ...closed, description: 'A card. Its texts may contain {{context.…}} and {{prefetch.…}}.' },
)

export type ConfiguredCard = Static<typeof cardSchema>

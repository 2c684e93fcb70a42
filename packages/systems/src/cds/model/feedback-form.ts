import { type Static, Type } from 'typebox'
import { uuidPattern } from '../../rest/uuid.js'

const uuid = Type.String({ pattern: uuidPattern })

const entrySchema = Type.Object({
  card: uuid,
  outcome: Type.Enum(['accepted', 'overridden']),
  acceptedSuggestions: Type.Optional(Type.Array(Type.Object({ id: uuid }), { minItems: 1, maxItems: 20 })),
  overrideReason: Type.Optional(
    Type.Object({
      reason: Type.Optional(
        Type.Object({
          code: Type.String({ minLength: 1 }),
          system: Type.Optional(Type.String()),
          display: Type.Optional(Type.String()),
        }),
      ),
      userComment: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
  ),
  outcomeTimestamp: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
  }),
})

/** The feedback on cards of a service. */
export const feedbackForm = Type.Object({ feedback: Type.Array(entrySchema, { minItems: 1, maxItems: 100 }) })

/** The outcome of one card. */
export type FeedbackEntry = Static<typeof entrySchema>

export const feedbackExample = {
  feedback: [
    {
      card: '4c3a0f5e-6b1d-4b8e-9f43-2f6f7a1b9c10',
      outcome: 'accepted',
      acceptedSuggestions: [{ id: '0b1a8a6e-2f0d-4c3a-8b5e-7d9f6a1c2e34' }],
      outcomeTimestamp: '2026-01-05T09:00:00Z',
    },
  ],
} as const

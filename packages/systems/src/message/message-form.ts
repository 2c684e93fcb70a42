import { Type } from 'typebox'
import { channels } from '../addresses/channel-address.js'
import { maxBodyLength } from './message-row.js'

/** The body of a call that sends a message. */
export const messageForm = Type.Object(
  {
    channel: Type.Enum([...channels]),
    to: Type.String({
      maxLength: 254,
      description: 'A telephone number for sms (+15550100142), an address for email, a name without spaces for chat.',
    }),
    body: Type.String({ minLength: 1, maxLength: maxBodyLength }),
  },
  { additionalProperties: false },
)

export const messageExample = { channel: 'sms', to: '+15550100142', body: 'Your visit is booked.' } as const

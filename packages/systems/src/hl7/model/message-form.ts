import { Type } from 'typebox'

/** The JSON body of a call that sends a message. */
export const messageForm = Type.Object(
  { payload: Type.String({ description: 'The message in ER7; segments end with a carriage return.' }) },
  { additionalProperties: false },
)

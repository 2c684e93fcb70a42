import { Type } from 'typebox'
import { sentPhoneNumber } from '../addresses/phone-number.js'
import { documentTypePattern } from '../records/document-type.js'

/** The body of a call that sends a fax. */
export const faxForm = Type.Object(
  {
    to_number: Type.String(sentPhoneNumber),
    document_type: Type.String({ pattern: documentTypePattern, description: 'What it is, such as referral.' }),
    text: Type.Optional(Type.String({ minLength: 1 })),
    content_base64: Type.Optional(
      Type.String({
        minLength: 1,
        contentEncoding: 'base64',
        description: 'Instead of text, with media_type: a PDF, or text in UTF-8.',
      }),
    ),
    media_type: Type.Optional(Type.Enum(['application/pdf', 'text/plain'])),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['text'] }, { required: ['content_base64', 'media_type'] }],
  },
)

export const faxExample = {
  to_number: '+15550100142',
  document_type: 'referral',
  text: 'Referral of Ada Okafor to cardiology.',
} as const

/** The format of document types, in policies and in attachments: `clinical_note`. */
export const documentTypePattern = '^[a-z][a-z0-9_]{0,63}$'

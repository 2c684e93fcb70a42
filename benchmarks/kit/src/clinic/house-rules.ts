/** The rule on writing to the chart that pages of several desks share. */
export const writeOnce =
  'Write each record of the chart once, complete: what is written is acted on at once, and a second write does not undo it.'

/** The rule on the display and text of codings that these pages share. */
export const textBesideCoding =
  'A coding of this page needs no display and no text; if there is one, it is the code or its meaning in the words of this page.'

/** What agents may say in calls besides the sentences of a page. */
export const saidBesides = 'a greeting, thanks, goodbye, and the request to repeat what was not understood'

/** The rule on ending calls. */
export const hangUpAfterwards = 'Hang up at the end of every call, whoever has taken it: leave no line open.'

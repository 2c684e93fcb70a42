/** Things for which people give thanks. */
const favours =
  '(?:your (?:(?:kind |quick )?(?:help|time|assistance|cooperation|support|call|reply|patience|' +
  'understanding|attention))' +
  '|taking (?:my|our|the) call|picking up|calling|waiting|helping(?: me| us)?)'

/** People who are greeted without a name. */
const people =
  '(?:all|everyone|everybody|friends?|colleagues?|team|sir or madam|sir madam|sirs?|madam|ma ?am|doctor|practice' +
  '|(?:(?:medical )?records|front|referrals?|authorizations?|billing|claims|scheduling|laboratory) ' +
  '(?:department|desk|office))'

const phrases: readonly string[] = [
  // Greetings.
  `(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|again|to you|to you all|${people}))?`,
  `dear ${people}`,
  `(?:to|attn|attention)(?: the)? ${people}`,
  'to whom it may concern',
  '(?:i )?hope (?:you are|you re|youre) (?:doing )?well(?: today)?',
  'how are you(?: doing)?(?: today)?',
  'can you hear me',
  '(?:could|can|would) you(?: please)? (?:repeat|say) that(?: again)?(?: please)?',
  // Thanks.
  '(?:(?:with )?(?:many |best |kind )?thanks|thank you)(?: again)?(?: a lot| so much| very much| kindly)?' +
    `(?: indeed)?(?: for ${favours})?(?: in advance)?(?: ${people})?`,
  '(?:very |much )?appreciated|(?:i|we) (?:really )?appreciate (?:it|that|your help)',
  // Farewells and signatures.
  '(?:good ?bye|bye(?: bye)?)(?: now)?',
  'have a (?:nice|good|great|lovely|pleasant) (?:day|morning|afternoon|evening|weekend)',
  'take care',
  '(?:yours )?(?:sincerely|faithfully|truly|cordially|respectfully)(?: yours)?',
  '(?:with )?(?:my |our )?(?:best|kind|kindest|warm|warmest) (?:regards|wishes)|regards',
  'signed(?: by)?(?: the desk)?',
]

/** Longer phrases come first where several begin alike: each phrase takes as much as it can. */
const courtesy = /* @__PURE__ */ new RegExp(`(?<![\\p{L}0-9])(?:${phrases.join('|')})(?![\\p{L}0-9])`, 'gu')

/**
 * Removes whole phrases of greeting, thanks and farewell from a folded text, because they say nothing about the work.
 * Words after a phrase stay, such as `for nothing` after `thank you`.
 */
export function withoutCourtesies(folded: string): string {
  return folded.replace(courtesy, ' ')
}

/**
 * Letters of other alphabets that look like English letters: the few of Unicode's confusables that render alike in
 * common fonts. The whole list (6,000 lines) also maps Latin letters to each other, such as `m` to `rn`, and would
 * change genuine words.
 */
const foreign = new Map<string, string>()
/** Latin letters that compatibility decomposition leaves as they are. */
const latin = new Map<string, string>()

function add(map: Map<string, string>, from: string, to: string): void {
  const plain = [...to]
  ;[...from].forEach((letter, index) => {
    map.set(letter, plain[index] ?? letter)
  })
}

// Cyrillic; capitals and small letters are of the same shape.
add(foreign, 'авекмнорстухіјѕԁһԛԝѵӏ', 'abekmhopctyxijsdhqwvl')
add(foreign, 'АВЕКМНОРСТУХІЈЅԀҺԚԜѴӀԌ', 'abekmhopctyxijsdhqwvlg')
// Greek, where a small letter and its capital may look like different English letters.
add(foreign, 'αειηικνορτυχγωϲϳ', 'aeinikvoptuxywcj')
add(foreign, 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϿ', 'abezhikmnoptyxcj')
// Armenian.
add(foreign, 'ոսօհցզԼՏՕ', 'nuohgqlso')
add(latin, 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz')
add(latin, 'ɑɡɩıȷøđłħŧƀɇɉɍɨʉØĐŁĦŦɃɆɈɌƗɄ', 'agiijodlhtbejriuodlhtbejriu')

const anyForeign = new RegExp(`[${[...foreign.keys()].join('')}]`, 'u')
const anyLatin = new RegExp(`[${[...latin.keys()].join('')}]`, 'gu')

/**
 * Replaces look-alikes by the English letters that they imitate, in words that mix alphabets and in words that consist
 * of two or more look-alikes. Other words, and single letters such as the α of `TNF-α`, stay. Latin letters such as
 * small capitals are replaced in all words.
 */
export function foldLookalikes(text: string): string {
  const plain = text.replace(anyLatin, (letter) => latin.get(letter) ?? letter)
  return anyForeign.test(plain) ? plain.replace(/\p{L}+/gu, foldWord) : plain
}

function foldWord(word: string): string {
  const letters = [...word]
  if (letters.length < 2 || !letters.some((letter) => foreign.has(letter))) return word
  const isMixed = letters.some((letter) => /[A-Za-z]/.test(letter))
  if (!isMixed && !letters.every((letter) => foreign.has(letter))) return word
  return letters.map((letter) => foreign.get(letter) ?? letter).join('')
}

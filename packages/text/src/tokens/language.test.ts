import { describe, expect, it } from 'vitest'
import { detectLanguage } from './language.js'

describe('detectLanguage', () => {
  it.each([
    ['Hello, this is the clinic. Can you come on Tuesday?', 'en'],
    ['Buenos días, ¿puede venir el martes con su tarjeta?', 'es'],
    ['Bonjour, pouvez-vous venir mardi avec votre carte?', 'fr'],
    ['Guten Tag, können Sie bitte am Dienstag mit der Karte kommen?', 'de'],
    ['Olá, você pode vir na terça com o seu cartão, por favor?', 'pt'],
    ['Buongiorno, può venire martedì con la tessera, per favore? Il suo nome è questo?', 'it'],
    ['Xin chào, bạn có thể đến vào thứ ba không?', 'vi'],
    ['您好，您星期二能来吗？', 'zh'],
    ['こんにちは、火曜日に来られますか。', 'ja'],
    ['안녕하세요, 화요일에 오실 수 있나요?', 'ko'],
    ['Здравствуйте, вы можете прийти во вторник?', 'ru'],
    ['مرحبا، هل يمكنك الحضور يوم الثلاثاء؟', 'ar'],
  ])('of %j is %s', (text, language) => expect(detectLanguage(text)).toBe(language))

  it.each(['', 'Delphine Ashgrove', '1968-05-14', '05/14/1968, EVM550940202', 'OK'])('of %j is not clear', (text) => {
    expect(detectLanguage(text)).toBeUndefined()
  })
})

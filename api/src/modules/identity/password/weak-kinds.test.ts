import { expect, test } from 'vitest'
import { checkPassword } from './index.ts'

const judge = (password: string, context: readonly string[] = []) =>
  checkPassword({ password, password2: password, isOwn: false, context })

/** What people make who need a letter, a digit and a sign: a hundred of them, by kind. */
const weak = `
Summer2026! Winter2025! Spring2026! Autumn2026! Fall2026!! Summer26!! Summer@2026 Summer-2026 2026Summer! summer2026#
January2026! Feb2026!! March2026! October2026! Dezembro2026! Sexta-2026 Monday123! Friday2026! Sunday@123 Domingo2026!
Primavera2026! Verao2026! Outono2026! Inverno2026! Xiatian2026! Chuntian2026! Dongtian@2025 Xingqiyi1! Zhouwu123! Bayue2026!
Password1! Password2026! Passw0rd2026! P@ssword2026 Senha@123 Senha2026! Mima1234! Wodemima1! Wodemima@888 Kouling123!
Welcome1! Welcome2026! W3lcome2026! Welcome@1 Huanying2026! Bemvindo1! Hello2026! Hello123!! Nihao123! Nihao@2026
Admin2026! Admin@2026 Administrator1! Guanliyuan1! Guanliyuan@2026 Root2026! Root@12345 User2026! Usuario123! Yonghu123!
Changeme1! ChangeMe2026! Letmein2026! Login2026! Denglu123! Test2026! Test@1234 Ceshi2026! Ceshi@123 Teste123!
Company2026! Gongsi2026! Empresa@2026 Office2026! Team2026! Default1! Moren123! Temp2026! Demo@2026 Guest2026!
Woaini1314! Woaini@520 Iloveyou2026! Teamo2026! Beijing2008! Shanghai2026! Zhongguo1949! Brasil2026! London2026! China@2026
Qwerty2026! Qwer!234 1qaz@WSX 1qaz2wsx! !QAZ2wsx3edc Asdf1234! zxcvbn123! Qwertyuiop1! Qazwsx123! Abcdef12!
Abcd1234! Aaaa1111! Xinnian2026! NewYear2026! HappyNewYear2026! Facai888! Gongxifacai8! Laoban@888 Database1! Shujuku2026!
`
  .trim()
  .split(/\s+/)

test('a hundred of them', () => {
  expect(weak.length).toBeGreaterThanOrEqual(100)
  expect(weak.filter(password => judge(password) === null)).toEqual([])
})

test('names of user, tenant and product with digits, short ones and Chinese ones too', () => {
  const context = ['Li Na', 'acme', '星河', 'Ali']
  for (const password of [
    'Lina2026!',
    'LiNa@1988',
    'Acme2026!',
    '@cme2026!!',
    '星河2026!a',
    'Ali123456!',
    'AliAcme26!',
    'Erp@2026',
  ])
    expect([password, judge(password, context)]).toEqual([password, 'invalid.passwordCommon'])
})

test("good ones are not refused: phrases, words that are nobody's, digits that are no year", () => {
  const good = `
  Correct-Horse-9 Brand-New-77 Trustworthy-Ali-7 rot-0der-blau-3 k4rt0ffel-salat! purple-monday-giraffe-42 Summer83719462!
  winter-kettle-91 my-Goat-ate-12-hats! Spring-onion-soup-7 qwertz-lampe-4! Maio-de-limao-3 xiatian-de-feng-7-hen-liang!
  Sunday-roast-4-two! Tuesdays-are-4-fishing! W7#kq!Zp2m Marching-ants-2! Fallow-deer-3! Octopus-8-arms! Testament-9-ink!
  Adminton-racket-7! july-dec-monday-hello-9! 我在山里喝茶-7a! lua-cheia-sobre-o-rio-8! Wordplay-88-kiwi!`
    .trim()
    .split(/\s+/)
  expect(good.filter(password => judge(password, ['ali', 'default']) !== null)).toEqual([])
})

test('a long one is judged at once', () => {
  const began = process.cpuUsage()
  for (const piece of ['may', 'a1!', 'qwe', 'summer2026!', '@'])
    judge(`${piece.repeat(1000 / piece.length)}1!`, ['may', 'sum'])
  const { user } = process.cpuUsage(began)
  expect(user / 1000).toBeLessThan(500)
})

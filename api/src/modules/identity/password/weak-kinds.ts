/**
 * Words that people take who must put a digit and a sign into a password: seasons, months, days, greetings, offices,
 * places, in English, Portuguese and pinyin. What they are made into is refused by kind, for lists know last year's only.
 */
const WORDS: ReadonlySet<string> = new Set(
  `spring summer autumn fall winter primavera verao outono inverno chun xia qiu dong chuntian xiatian qiutian dongtian
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro yiyue eryue
  sanyue siyue wuyue liuyue qiyue bayue jiuyue shiyue monday tuesday wednesday thursday friday saturday sunday mon tue wed
  thu fri sat sun segunda terca quarta quinta sexta sabado domingo xingqi xingqiyi xingqier xingqisan xingqisi xingqiwu
  xingqiliu xingqitian zhouyi zhouer zhousan zhousi zhouwu zhouliu zhouri libaiyi libaiwu password passwd passwort pass
  passcode senha pwd mima wodemima kouling secret segredo mimi welcome bemvindo huanying huanyingni hello ola nihao hi
  letmein openup changeme change mudar xiugai login logon signin entrar denglu admin administrator administrador guanli
  guanliyuan root sysadmin system sistema xitong manager gerente jingli zongjingli laoban boss operator user usuario
  username yonghu yonghuming guest visitante fangke test teste tester testing ceshi demo yanshi temp temporary linshi
  default padrao moren company empresa gongsi office escritorio bangongshi work trabalho gongzuo team equipe tuandui
  account conta zhanghao zhanghu server servidor fuwuqi database banco shuju shujuku data dados sluice erp crm oracle mysql
  postgres windows linux iloveyou loveyou teamo woaini aini love amor baobei laopo laogong mama baba dragon long monkey
  houzi football futebol zuqiu baseball basketball lanqiu superman batman master shadow sunshine princess princesa
  gongzhu angel anjo tianshi lucky sorte xingyun fortune facai gongxifacai wangwang money dinheiro qian china zhongguo
  beijing shanghai guangzhou shenzhen hangzhou chengdu hangkong brasil brazil saopaulo portugal lisboa america london
  google apple huawei xiaomi tencent alibaba taobao weixin wechat qq abc abcd qwe asd zxc qaz wsx edc the my our new old
  first good best super happy feliz kuaile year ano nian xinnian newyear natal christmas shengdan today hoje jintian`
    .split(/\s+/)
    .filter(word => word !== ''),
)

/** As many words of one's own choice are a phrase. */
const PHRASE_WORDS = 4
/** More digits than these are worth something, unless they are a date or count on. */
const FEW_DIGITS = 6
const KNOWN_DIGITS =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|0?123456789?0?|0?987654321?0?|(\d)\1+|(\d\d)\2+)$/

/**
 * Whether nothing is left of a password but words of those kinds or of `context` (names of user, tenant and product, of two
 * letters or more), few or well-known digits, and signs; or it goes along the keys or the alphabet.
 */
export function isWeakKind(password: string, context: readonly string[]): boolean {
  const plain = password.toLowerCase()
  const names = context.map(toLetters).filter(name => [...name].length >= 2)
  return isWalk(plain) || [plain, unfold(plain)].some(form => isWordsAndDigits(form, names))
}

const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Signs and digits that stand between letters, or before one, as the letters they look like. */
const unfold = (text: string): string => text.replaceAll(/[@431!0$57](?=[^\p{L}]?\p{L})/gu, sign => SIGNS[sign] ?? sign)

function isWordsAndDigits(text: string, names: readonly string[]): boolean {
  const runs = text.split(/[^\p{L}]+/u).filter(run => run !== '')
  const digits = text.replaceAll(/[^\p{N}]/gu, '')
  if (digits.length > FEW_DIGITS && !KNOWN_DIGITS.test(digits)) return false
  // Signs may stand inside of a word, too.
  const ways = [runs, [runs.join('')]].map(parts => countWords(parts, names))
  return ways.some(count => count !== null && count < PHRASE_WORDS)
}

/** The fewest known words that the letters are made of; null where others are among them. A single letter is no word. */
function countWords(runs: readonly string[], names: readonly string[]): number | null {
  let count = 0
  for (const run of runs) {
    const found = run.length === 1 ? 0 : countIn(run, names)
    if (found === null) return null
    count += found
  }
  return count > 0 ? count : null
}

const LONGEST = 20

function countIn(run: string, names: readonly string[]): number | null {
  const fewest: (number | null)[] = [0]
  for (let end = 1; end <= run.length; end += 1) {
    fewest[end] = null
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const before = fewest[start] ?? null
      const word = run.slice(start, end)
      if (before === null || before >= PHRASE_WORDS) continue
      if (!WORDS.has(word) && !names.includes(word) && !isRow(word)) continue
      fewest[end] = Math.min(fewest[end] ?? PHRASE_WORDS, before + 1)
    }
  }
  return fewest[run.length] ?? null
}

const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const SHIFTED = new Map([...'!@#$%^&*()_+{}:"<>?'].map((sign, at) => [sign, "1234567890-=[];',./"[at] ?? sign]))
const keys = new Map(ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x, y }] as const)))
const SHORTEST_RUN = 3
/** Characters that may lie beside the runs. */
const BESIDE = 2

/** Runs of three keys or more, each beside the one before it (or letters that follow each other), and little else. */
function isWalk(text: string): boolean {
  const typed = [...text].map(sign => SHIFTED.get(sign) ?? sign)
  let beside = 0
  for (let start = 0; start < typed.length; ) {
    let end = start + 1
    while (end < typed.length && isStep(typed[end - 1] ?? '', typed[end] ?? '')) end += 1
    if (end - start < SHORTEST_RUN) beside += end - start
    start = end
  }
  return beside <= BESIDE
}

/** Letters of a keyboard's row beside each other. */
const isRow = (word: string): boolean =>
  word.length > SHORTEST_RUN && [...word].every((key, at) => at === 0 || isStep(word[at - 1] ?? '', key))

function isStep(one: string, other: string): boolean {
  const [from, to] = [keys.get(one), keys.get(other)]
  if (from && to && Math.abs(from.x - to.x) <= 1 && Math.abs(from.y - to.y) <= 1) return true
  return /^[a-z]{2}$/.test(one + other) && Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) === 1
}

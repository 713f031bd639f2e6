import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.supplyRecord': {
    zh: '这一行不是由方案写入的',
    en: 'This line was not pushed by a strategy.',
    pt: 'Esta linha não foi enviada por uma estratégia.',
  },
  'invalid.lineMissing': {
    zh: '字段 {field} 没有值，对账行缺它不可',
    en: 'The field {field} has no value, and a line cannot be without it.',
    pt: 'O campo {field} está sem valor, e uma linha não existe sem ele.',
  },
  'invalid.lineAccount': {
    zh: '没有编码为“{value}”的核算账户',
    en: 'There is no account with the code "{value}".',
    pt: 'Não há conta com o código "{value}".',
  },
  'invalid.lineAccountState': {
    zh: '核算账户“{value}”未启用，不接收数据',
    en: 'The account "{value}" is not active and takes no lines.',
    pt: 'A conta "{value}" não está ativa e não recebe linhas.',
  },
  'invalid.lineItem': {
    zh: '没有编码为“{value}”的核算项',
    en: 'There is no accounting item with the code "{value}".',
    pt: 'Não há item contábil com o código "{value}".',
  },
  'invalid.lineCurrency': {
    zh: '币种与账户的不同：{value}',
    en: "The currency is another than the account's: {value}.",
    pt: 'A moeda é diferente da moeda da conta: {value}.',
  },
  'invalid.lineAmount': {
    zh: '“{value}”不是该币种的精确金额',
    en: '"{value}" is no exact amount of this currency.',
    pt: '"{value}" não é um valor exato nesta moeda.',
  },
  'invalid.lineAmounts': {
    zh: '金额与最小单位金额不一致：{value}',
    en: 'The amount and the amount in minor units disagree: {value}.',
    pt: 'O valor e o valor em unidades mínimas divergem: {value}.',
  },
  'invalid.lineTime': {
    zh: '“{value}”不是日历上的时间',
    en: '"{value}" is no time of the calendar.',
    pt: '"{value}" não é um horário do calendário.',
  },
  'invalid.lineNumber': {
    zh: '“{value}”不是数字',
    en: '"{value}" is no number.',
    pt: '"{value}" não é um número.',
  },
  'invalid.lineLength': {
    zh: '字段 {field} 太长：{value} 个字符',
    en: 'The field {field} is too long: {value} characters.',
    pt: 'O campo {field} é longo demais: {value} caracteres.',
  },
  'invalid.lineNul': {
    zh: '字段 {field} 含有 NUL 字符，文本中不允许',
    en: 'The field {field} holds a NUL character, which no text may hold.',
    pt: 'O campo {field} contém um caractere NUL, que nenhum texto pode conter.',
  },
  'conflict.lineTwice': {
    zh: '同一批中记录“{value}”已经写了同一单据行，没有写入第二次',
    en: 'The record "{value}" of the same batch gives the same line already. It was not written twice.',
    pt: 'O registro "{value}" do mesmo lote já dá a mesma linha. Não foi gravada duas vezes.',
  },
  'conflict.lineTaken': {
    zh: '另一条记录已经写入同一单据行 {value}，没有改变它',
    en: 'Another record gave the same line, {value}. It was not changed.',
    pt: 'Outro registro já deu a mesma linha, {value}. Ela não foi alterada.',
  },
  'conflict.lineProposed': {
    zh: '行 {value} 在一个待确认的匹配中，没有改变；请先确认或拒绝该匹配',
    en: 'Line {value} is part of a proposed match, so it stays as it is. Decide about the match first.',
    pt: 'A linha {value} faz parte de uma conciliação proposta e fica como está. Decida sobre ela primeiro.',
  },
  'conflict.lineSettled': {
    zh: '行 {value} 已核销，没有改变；请先取消核销',
    en: 'Line {value} is settled, so it stays as it is. Undo its match first.',
    pt: 'A linha {value} já foi conciliada e fica como está. Desfaça a conciliação primeiro.',
  },
} as const satisfies Messages

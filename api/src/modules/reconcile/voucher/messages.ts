import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.voucher': {
    zh: '凭证不存在',
    en: 'There is no such voucher.',
    pt: 'Este rascunho contábil não existe.',
  },
  'invalid.voucherDay': {
    zh: '{value} 还没有结束，请等账户时区的这一天过完',
    en: '{value} is not over yet. Wait until the day has ended in the zone of the account.',
    pt: '{value} ainda não terminou. Aguarde o fim do dia no fuso da conta.',
  },
  'invalid.voucherEmpty': {
    zh: '{value} 没有账单明细，没有可生成的凭证',
    en: 'There are no bill lines in {value}, so there is nothing to book.',
    pt: 'Não há lançamentos de extrato em {value}, nada a contabilizar.',
  },
  'conflict.voucherMonth': {
    zh: '{value} 没有关账或已归档，请先关账（已归档的先恢复）',
    en: '{value} is not closed, or archived. Close the month first; restore one that is archived.',
    pt: '{value} não está fechado, ou está arquivado. Feche o mês antes; restaure o arquivado.',
  },
  'conflict.voucherOverlap': {
    zh: '这些日期已有凭证：{value}。重复入账会算两遍，请使用同样的日期或先作废',
    en: 'Some of these days are in a voucher already: {value}. They would count twice: use the same days, or give that draft up.',
    pt: 'Alguns destes dias já estão em um rascunho: {value}. Contariam duas vezes: use os mesmos dias ou descarte aquele.',
  },
  'conflict.voucherUnclassified': {
    zh: '有账单明细没有核算项，请先分类',
    en: 'Some bill lines have no accounting item. Classify them first.',
    pt: 'Há lançamentos sem item contábil. Classifique-os antes.',
  },
  'conflict.voucherSubjects': {
    zh: '这些核算项没有借方或贷方科目：{value}，请先在核算项里补上',
    en: 'These items lack a debit or credit subject: {value}. Give them one first.',
    pt: 'Estes itens não têm conta de débito ou crédito: {value}. Informe-a antes.',
  },
  'conflict.voucherState': {
    zh: '凭证已不能这样处理：{value}',
    en: 'The voucher is past this: {value}',
    pt: 'O rascunho já passou disso: {value}',
  },
  'invalid.voucherNumber': {
    zh: 'ERP 凭证号必须是不超过 200 个字符的文本',
    en: 'The number in the ledger must be a text of at most 200 letters.',
    pt: 'O número no razão deve ser um texto de até 200 letras.',
  },
  'conflict.voucherNumber': {
    zh: '这张凭证在 ERP 里已有另一个编号：{value}',
    en: 'The ledger has this voucher under another number: {value}',
    pt: 'O razão tem este comprovante com outro número: {value}',
  },
  'conflict.voucherVoid': {
    zh: '这张凭证已被另一版本取代，不能再过账',
    en: 'Another version took the place of this voucher, so it is not posted any more.',
    pt: 'Outra versão tomou o lugar deste comprovante, que não é mais lançado.',
  },
  'conflict.voucherBusy': {
    zh: '方案还会发送这张凭证，请先取消或忽略它的数据，再收回',
    en: 'The strategy may still send this voucher. Cancel or ignore its record there first.',
    pt: 'A estratégia ainda pode enviar este comprovante. Cancele ou ignore antes o registro nela.',
  },
} as const satisfies Messages

import type { AccountingItem, ItemRule } from './contract.ts'

type Kinds = readonly string[]

const equals = (platform: string, kinds: Kinds, way: ItemRule['way'] = 'any', priority = 100): ItemRule[] =>
  kinds.map(value => ({ platform, field: 'kind', op: 'equals', value, way, priority }))

/** Before a plain match: the same kind with another remark is another thing. */
const remark = (platform: string, value: string): ItemRule => ({
  platform,
  field: 'remark',
  op: 'contains',
  value,
  way: 'any',
  priority: 50,
})

interface StandardItem extends Pick<AccountingItem, 'code' | 'name' | 'direction' | 'class' | 'is_matched' | 'rules'> {}

/** What the platforms call each thing; names are Chinese, as the bills are. */
export const standardItems: readonly StandardItem[] = [
  item('goods', '货款', 'in', 'goods', true, [
    ...equals('alipay', ['在线支付', '交易付款', '交易', '转账'], 'in'),
    ...equals('taobao', ['在线支付', '交易付款', '交易'], 'in'),
    ...equals('wechat', ['交易'], 'in'),
    ...equals('pinduoduo', ['交易收入']),
    ...equals('douyin', ['货款结算入账']),
    ...equals('stripe', ['charge', 'payment']),
  ]),
  item('refund', '退款', 'out', 'refund', true, [
    ...equals('alipay', ['交易退款', '退款(交易退款)', '退款'], 'out'),
    ...equals('taobao', ['交易退款', '退款(交易退款)', '退款'], 'out'),
    ...equals('wechat', ['退款'], 'out'),
    ...equals('pinduoduo', ['退款']),
    ...equals('douyin', ['结算后退款', '结算后退款-非原路退回']),
    ...equals('stripe', ['refund', 'payment_refund']),
  ]),
  item('commission', '平台佣金', 'both', 'commission', false, [
    remark('alipay', '佣金'),
    remark('taobao', '佣金'),
    ...equals('pinduoduo', ['平台佣金']),
  ]),
  item('service', '支付与技术服务费', 'both', 'service', false, [
    ...equals('alipay', ['收费', '服务费', '服务费扣除']),
    ...equals('taobao', ['收费', '服务费', '服务费扣除']),
    ...equals('wechat', ['手续费', '扣除交易手续费']),
    ...equals('pinduoduo', ['技术服务费']),
    ...equals('bank', ['手续费']),
    ...equals('stripe', ['fee', 'stripe_fee']),
  ]),
  item('freight', '运费与运费险', 'both', 'freight', false, [
    remark('taobao', '运费'),
    ...equals('pinduoduo', ['运费', '运费险']),
  ]),
  item('subsidy', '平台补贴', 'in', 'subsidy', true, [
    ...equals('pinduoduo', ['优惠券结算']),
    remark('taobao', '补贴'),
  ]),
  item('withdrawal', '提现', 'both', 'withdrawal', false, [...equals('', ['提现', '零钱提现', '提现到账', 'payout'])]),
  item('rounding', '尾差', 'both', 'other', false, []),
  item('deposit', '充值与保证金', 'both', 'deposit', false, equals('', ['充值', '保证金', '充值提现'])),
]

function item(
  code: string,
  name: string,
  direction: AccountingItem['direction'],
  kind: AccountingItem['class'],
  isMatched: boolean,
  rules: readonly ItemRule[],
): StandardItem {
  return { code, name, direction, class: kind, is_matched: isMatched, rules: [...rules] }
}

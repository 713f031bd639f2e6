import type { BillFormat } from '../format.ts'
import { alipayFormats } from './alipay.ts'
import { bankFormats } from './banks.ts'
import { otherFormats } from './others.ts'
import { shopFormats } from './shops.ts'
import { wechatFormats } from './wechat.ts'

/** Kinds of bills that are known. */
export const billFormats: readonly BillFormat[] = [
  ...alipayFormats,
  ...wechatFormats,
  ...shopFormats,
  ...bankFormats,
  ...otherFormats,
]

/** A platform whose accounts can be reconciled. */
export interface BillPlatform {
  readonly code: string
  readonly name: { readonly zh: string; readonly en: string; readonly pt: string }
  /** In whose zone its days are, and when the bill of the day before can be had. */
  readonly zone: string
  readonly readyAt: string
  /** The kinds of bills that its accounts have. */
  readonly formats: readonly string[]
}

const alipay = alipayFormats.map(format => format.code)

/** Taobao and Tmall pay through Alipay, so their bills are Alipay's. */
export const billPlatforms: readonly BillPlatform[] = [
  platform('alipay', { zh: '支付宝', en: 'Alipay', pt: 'Alipay (China)' }, alipay),
  platform(
    'wechat',
    { zh: '微信支付', en: 'WeChat Pay', pt: 'WeChat Pay (China)' },
    wechatFormats.map(format => format.code),
  ),
  platform('taobao', { zh: '淘宝天猫', en: 'Taobao and Tmall', pt: 'Taobao e Tmall' }, alipay),
  platform('pinduoduo', { zh: '拼多多', en: 'Pinduoduo', pt: 'Pinduoduo (China)' }, ['pinduoduo-account']),
  platform('douyin', { zh: '抖店', en: 'Douyin', pt: 'Douyin (China)' }, ['douyin-fund', 'douyin-settlement']),
  platform('jd', { zh: '京东', en: 'JD', pt: 'JD (China)' }, ['jd-settlement', 'jd-statement']),
  platform('kuaishou', { zh: '快手小店', en: 'Kuaishou', pt: 'Kuaishou (China)' }, ['kuaishou-settlement']),
  platform('meituan', { zh: '美团', en: 'Meituan', pt: 'Meituan (China)' }, ['meituan-statement']),
  platform(
    'bank',
    { zh: '银行', en: 'Bank', pt: 'Banco' },
    bankFormats.map(format => format.code),
  ),
  {
    ...platform('paypal', { zh: '贝宝（PayPal）', en: 'PayPal', pt: 'Conta PayPal' }, ['paypal-activity']),
    zone: 'America/Los_Angeles',
  },
  { ...platform('stripe', { zh: 'Stripe', en: 'Stripe', pt: 'Stripe' }, ['stripe-balance']), zone: 'UTC' },
]

function platform(code: string, name: BillPlatform['name'], formats: readonly string[]): BillPlatform {
  return { code, name, zone: 'Asia/Shanghai', readyAt: '10:00', formats }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeGb18030 } from '@sluice/connector-kit/files'
import { startWebhook, type Webhook } from '@sluice/connector-kit/robot/testing'
import { newId } from '@sluice/contract'
import { vendors } from '@sluice/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
beforeAll(async () => {
  world = await startPackageWorld()
})
afterAll(() => world.stop())

test('shopify-feishu-bitable: each paid order is a record once, its lines are in the other table', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const [shop, orders, lines] = await Promise.all(
    ['shopify', 'feishu-bitable', 'feishu-bitable'].map(id => vendors[id]!()),
  )
  try {
    shop!.lose('orders', 552)
    shop!.edit('orders', 0, { financial_status: 'pending' })
    shop!.edit('orders', 1, { name: '' })
    const tenant = await world.bind('shopify-feishu-bitable', {
      shop: { platform: 'shopify', params: shop!.params },
      orders: { platform: 'feishu-bitable', params: orders!.params },
      lines: { platform: 'feishu-bitable', params: lines!.params },
    })
    await tenant.apply()
    for (const code of ['shopify-orders', 'shopify-order-lines'])
      expect([code, await tenant.check(code)]).toEqual([code, []])
    expect(await tenant.run('shopify-orders')).toMatchObject({ read: 60, filtered: 1, written: 58, dead: 1 })
    expect(await tenant.errorsOf('shopify-orders')).toEqual([expect.stringContaining('订单号')])
    expect(await tenant.run('shopify-order-lines')).toMatchObject({ read: 60, filtered: 1, written: 58, dead: 1 })
    expect([orders!.written.length, lines!.written.length]).toEqual([58, 58])
    expect(orders!.written.at(-1)).toEqual({
      ...{ 订单号: '#1612', 下单时间: Date.parse('2025-01-04T15:00:00Z'), 客户邮箱: 'buyer611@example.com' },
      ...{ 付款状态: '已付款', 发货状态: '已发货', 币种: 'USD', 商品金额: 19.9, 税额: 0, 订单金额: 19.9, 件数: 1 },
      ...{ 备注: null, 商品明细: 'SKU-611 × 1' },
    })
    // Changed, and added once all the same.
    shop!.change('orders', 3, new Date('2025-06-01T00:30:00Z'))
    world.passHours(1)
    expect(await tenant.run('shopify-orders')).toMatchObject({ written: 0 })
    expect(await tenant.run('shopify-order-lines')).toMatchObject({ written: 0 })
    expect([orders!.written.length, lines!.written.length]).toEqual([58, 58])
  } finally {
    await Promise.all([shop!.stop(), orders!.stop(), lines!.stop()])
  }
})

/** As Alipay and WeChat Pay export them, with the lines of totals at the end. */
const alipay = [
  '#支付宝账务明细查询',
  '#账号：[20880123456789010156]',
  '#起始日期：[2024年03月01日 00:00:00]   终止日期：[2024年04月01日 00:00:00]',
  '#-----------------------------------------账务明细列表----------------------------------------',
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
  '1001\t,9001\t,T200P1001\t,衬衫 蓝色\t,2024-03-01 10:00:00\t,a***@example.com\t,100.00 ,,1100.00 ,支付宝\t,在线支付\t,\t',
  '1002\t,9001\t,T200P1001\t,,2024-03-01 10:00:00\t,,,-0.60 ,1099.40 ,支付宝\t,收费\t,技术服务费\t',
  '1003\t,9002\t,T200P1002\t,袜子\t,2024-03-02 09:30:00\t,b***@example.com\t,"1,250.50",,2349.90 ,支付宝\t,在线支付\t,\t',
  '1004\t,9003\t,T200P1003\t,帽子\t,2024-03-02 09:31:00\t,c***@example.com\t,一百,,2349.90 ,支付宝\t,在线支付\t,\t',
  '#-----------------------------------------账务明细列表结束------------------------------------',
  '#支出合计：1笔，共-0.60元',
  '#收入合计：2笔，共1350.50元',
  '#导出时间：[2024年04月02日 10:00:00]',
]
const wechat = [
  '交易时间,公众账号ID,商户号,微信订单号,商户订单号,用户标识,交易类型,交易状态,货币种类,应结订单金额,微信退款单号,退款金额,商品名称,手续费,费率',
  '`2024-03-01 10:00:00,`wx1,`1900,`4200001,`WX1,`oUser,`JSAPI,`SUCCESS,`CNY,`100.00,`0,`0.00,`衬衫,`0.60,`0.60%',
  '`2024-03-02 10:00:00,`wx1,`1900,`4200001,`WX1,`oUser,`JSAPI,`REFUND,`CNY,`0.00,`5000001,`40.00,`衬衫,`-0.24,`0.60%',
  '`2024-03-02 11:00:00,`wx1,`1900,`4200002,`WX2,`oUser,`JSAPI,`PAYERROR,`CNY,`1.00,`0,`0.00,`袜子,`0.00,`0.60%',
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
  '`3,`101.00,`40.00,`0.00,`0.36,`101.00,`40.00',
]

test('bills-reconciliation: every movement is a line of side A, fees beside trades, a repeat changes nothing', {
  timeout: 120_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bills-'))
  try {
    world.setClock(new Date().toISOString())
    world.allowDirectory(directory)
    await writeFile(join(directory, 'alipay.csv'), encodeGb18030(`${alipay.join('\r\n')}\r\n`)!) // every character is one of them
    await writeFile(join(directory, 'wechat.csv'), `\uFEFF${wechat.join('\r\n')}\r\n`)
    const files = { platform: 'file', params: { place: 'directory', directory, pattern: '*.csv' } }
    const tenant = await world.bind('bills-reconciliation', { alipay: files, wechat: files })
    for (const [code, platform] of [
      ['zfb', 'alipay'],
      ['wx', 'wechat'],
    ])
      await tenant.query(
        `insert into recon_account (id, code, name, platform, currency, status) values ($1, $2, $2, $3, 'CNY', 'active')`,
        [newId(), code, platform],
      )
    await tenant.apply({
      alipay_account: 'zfb',
      wechat_account: 'wx',
      alipay_file: 'alipay.csv',
      wechat_file: 'wechat.csv',
    })
    const codes = ['alipay-account-lines', 'wechat-trade-lines', 'wechat-fee-lines']
    for (const code of codes) expect([code, await tenant.check(code)]).toEqual([code, []])

    expect(await tenant.run('alipay-account-lines')).toMatchObject({ written: 3, dead: 1, rejected: 4 })
    expect(await tenant.errorsOf('alipay-account-lines')).toEqual([expect.stringContaining('一百')])
    expect(await tenant.run('wechat-trade-lines')).toMatchObject({ written: 2, dead: 1, rejected: 2 })
    expect(await tenant.errorsOf('wechat-trade-lines')).toEqual([expect.stringContaining('PAYERROR')])
    expect(await tenant.run('wechat-fee-lines')).toMatchObject({ read: 5, filtered: 1, written: 2, rejected: 2 })
    const read = () =>
      tenant.query<{ txn_no: string; kind: string; amount_minor: string }>(
        `select txn_no, kind, amount_minor::text from bill_line where tenant_id = app_tenant() order by txn_no, kind`,
      )
    const lines = await read()
    expect(lines.map(each => Object.values(each).join(' '))).toEqual([
      '1001 交易 10000',
      '1002 手续费 -60',
      '1003 交易 125050',
      '4200001 交易 10000',
      '4200001 手续费 -60',
      '4200001/5000001 手续费 24',
      '4200001/5000001 退款 -4000',
    ])
    for (const code of codes) expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
    expect(await read()).toEqual(lines)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('alert-digest: an hour of alerts is one message for each severity, sent once', async () => {
  const server = await startLogicalServer()
  const events = new pg.Client({ connectionString: server.url })
  await events.connect()
  const groups: Webhook[] = []
  try {
    world.setClock(new Date().toISOString())
    await events.query('create table alert_events (happened_at timestamptz, severity text, source text, title text)')
    await events.query(
      `insert into alert_events select date_trunc('hour', now()) - interval '30 minutes', s, 'shop', '接口超时'
         from unnest(array['error', 'error', 'error', 'critical', 'debug', null]) s
       union all select date_trunc('hour', now()) - interval '20 minutes', 'error', 'erp', '会话过期 👍'
       union all select now() + interval '1 hour', 'error', 'shop', '还没到点'`,
    )
    const robot = async (good: object, token: string) => {
      const group = await startWebhook(good, () => null)
      groups.push(group)
      return { base_url: group.url, per_minute: 1000, [token]: 'robot-key' }
    }
    const params = {
      feishu: await robot({ code: 0 }, 'token'),
      dingtalk: await robot({ errcode: 0 }, 'access_token'),
      wecom: await robot({ errcode: 0 }, 'key'),
    }
    const tenant = await world.bind('alert-digest', {
      events: { platform: 'postgresql', params: server.params },
      feishu: { platform: 'feishu-robot', params: params.feishu },
      dingtalk: { platform: 'dingtalk-robot', params: params.dingtalk },
      wecom: { platform: 'wecom-robot', params: params.wecom },
    })
    await tenant.apply({ keyword: '值班' })
    const codes = ['digest-to-feishu', 'digest-to-dingtalk', 'digest-to-wecom']
    for (const code of codes) expect([code, await tenant.check(code)]).toEqual([code, []])
    for (const code of codes) expect(await tenant.run(code)).toMatchObject({ read: 2, written: 2 })
    for (const [at, group] of groups.entries()) {
      const said = group.taken.map(each => JSON.stringify(each.body))
      expect(said).toHaveLength(2)
      expect(said.join()).toContain('- shop：接口超时 ×3\\n- erp：会话过期 👍 ×1')
      expect(said.join()).toMatch(/🔴 紧急 1 条|🔴 紧急\*\*/)
      expect(said.join()).not.toMatch(/还没到点|debug/)
      expect(said.every(each => each.includes('值班'))).toBe(at === 1)
    }
    for (const code of codes) expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
    // A message that the group refuses is told.
    groups[0]!.next.push({ body: { code: 9499, msg: 'Bad Request' } })
    await events.query(
      `insert into alert_events values (date_trunc('hour', now()) - interval '90 minutes', 'warning', '', '')`,
    )
    expect(await tenant.run('digest-to-feishu')).toMatchObject({ written: 0, dead: 1 })
    expect(await tenant.errorsOf('digest-to-feishu')).toEqual([expect.stringContaining('Bad Request')])
  } finally {
    await events.end()
    await Promise.all(groups.map(each => each.close()))
    await server.stop()
  }
})

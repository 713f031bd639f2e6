import type { Fit } from './match-model.ts'

/**
 * Words of the trade, one idea a line: as fields are named in English, and as they are named in Chinese. Shorter forms that
 * databases use stand with them; a form stands in one line only, so that a name means one thing or nothing.
 */
const IDEAS = `
customer client cust buyer purchaser | 客户 顾客 买家 买方 购方 购买方
supplier vendor seller | 供应商 供货商 卖家 卖方 销方
member user account | 会员 用户 账户 账号
company enterprise corp | 公司 企业
department dept | 部门
employee staff | 员工 职员 人员
salesman salesperson salesrep | 业务员 销售员
organization org | 组织 机构
shop store | 店铺 门店 网店 商店
warehouse wh depot | 仓库
contact contacts | 联系人
receiver recipient consignee | 收货人 收件人
sender consignor shipper | 发货人 发件人 寄件人
operator handler | 操作人 操作员 经办人
creator createdby createby | 创建人 制单人 创建者
modifier updatedby updateby modifiedby | 修改人 更新人
approver auditor reviewer | 审核人 审批人
order ord | 订单 单据
sale sales so | 销售
purchase purchasing po | 采购
return returns | 退货
refund refunds | 退款
delivery shipment shipping | 发货 出货 配送
receipt | 收货 收据
stock inventory | 库存
inbound stockin | 入库
outbound stockout | 出库
invoice | 发票
contract agreement | 合同
payment pay paid | 付款 支付
settlement settled settle | 结算
voucher | 凭证
product goods item merchandise | 商品 产品 货品 物品
material | 物料 材料
sku | 规格编码
barcode ean upc | 条码 条形码
batch lot | 批次 批号
brand | 品牌
category class classification | 类别 分类 品类
model | 型号
spec specification specifications | 规格
color colour | 颜色
size | 尺寸 尺码
weight | 重量
volume | 体积
length | 长度
width | 宽度
height | 高度
code no num number nbr id key | 编码 编号 号码 代码 编 号 单号 标识
serial seq sequence | 序号 流水 序列
name | 名称 姓名 名字 名
title subject | 标题 主题
type kind | 类型 种类
status state | 状态
level grade | 等级 级别
remark remarks memo note notes comment comments | 备注 说明 附言
description descr desc | 描述
reason | 原因 理由
address addr | 地址
country | 国家
province | 省份 省
city | 城市 市
district area county | 区县 区 地区
street | 街道
zip zipcode postcode postalcode | 邮编 邮政编码
phone tel telephone phonenumber phoneno | 电话 电话号码 联系电话
mobile mobilephone cellphone cell | 手机 手机号 手机号码
email mail | 邮箱 电子邮箱 邮件 电子邮件
fax | 传真
gender sex | 性别
age | 年龄
birthday birthdate | 生日 出生日期
quantity qty count cnt | 数量 件数
unit uom | 单位 计量单位
price unitprice | 单价 价格 售价
cost | 成本
amount amt money sum | 金额 总额
total | 合计 总计 总
subtotal | 小计
discount | 折扣 优惠
tax vat | 税额 税
taxrate vatrate | 税率
rate | 比率 费率
exchangerate fxrate | 汇率
fee charge | 费用 手续费
freight shippingfee postage | 运费 邮费
commission | 佣金
balance | 余额
currency curr ccy | 币种 币别 货币
bank | 银行
date day dt | 日期 日
time datetime ts timestamp | 时间
year | 年份 年
month | 月份 月
create created creation | 创建 建立
update updated modify modified modification | 修改 更新
delete deleted | 删除
start begin from | 开始 起始
end finish until | 结束 截止
due deadline | 到期
enabled active | 启用
url link | 链接 网址
image picture photo img pic | 图片 照片
parent | 上级 父级
line row detail | 明细 行
source origin | 来源
channel | 渠道
platform | 平台
logistics carrier express courier | 物流 快递 承运商
tracking waybill | 运单 快递单
version | 版本
`

const CHINESE = new Map<string, string>()
const ENGLISH = new Map<string, string>()
for (const line of IDEAS.trim().split('\n')) {
  const [english = '', chinese = ''] = line.split('|').map(side => side.trim())
  const [idea = ''] = english.split(' ')
  for (const word of english.split(' ')) ENGLISH.set(word, idea)
  for (const word of chinese.split(' ')) CHINESE.set(word, idea)
}

const HAN = /\p{Script=Han}/u

/**
 * The ideas of a name, in no order: `客户名称` and `cust_name` have the same. null where any part is not understood, as half
 * a name would fit what it does not mean.
 */
export function ideasOf(name: string): readonly string[] | null {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const ideas = readIdeas(name)
  known.set(name, ideas)
  return ideas
}

/** Every field of one side is held against every field of the other. */
const known = new Map<string, readonly string[] | null>()
const MAX_KNOWN = 5000

function readIdeas(name: string): readonly string[] | null {
  const ideas: string[] = []
  for (const part of splitWords(name)) {
    const found = /^\d+$/.test(part) ? [part] : cover(part, HAN.test(part) ? CHINESE : ENGLISH)
    if (!found) return null
    ideas.push(...found)
  }
  return ideas.length === 0 ? null : ideas.toSorted()
}

/** Whether two names say the same, one in Chinese and one in English. */
export function isTranslation(one: string, other: string): boolean {
  if (HAN.test(one) === HAN.test(other)) return false
  const [a, b] = [ideasOf(one), ideasOf(other)]
  return a !== null && b !== null && a.length === b.length && a.every((idea, at) => idea === b[at])
}

/** Name or label of one side say in Chinese what a name or label of the other says in English. */
export const TRANSLATION: Fit = [
  'translation',
  (field, { spec, field: { target } }) =>
    [field.name, field.label ?? ''].some(one => [target, spec?.label ?? ''].some(other => isTranslation(one, other))),
]

/** `客户ID` is 客户 and id, `order_no2` orderno and 2: words of several words, like unit_price, are in the dictionary as one. */
const splitWords = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .match(/\p{Script=Han}+|[a-z]+|\d+|./gu) ?? []

/** A name is never this long; one that is costs no more. */
const MAX_WORD = 40

/** The words that a text is made of without a rest, the fewest: 订单号 is 订单 and 号, `unitprice` itself, `custname` cust and name. */
function cover(text: string, words: ReadonlyMap<string, string>): readonly string[] | null {
  if (text.length > MAX_WORD) return null
  const best: (readonly string[] | null)[] = [[]]
  for (let end = 1; end <= text.length; end++) {
    best[end] = null
    for (let start = 0; start < end; start++) {
      const idea = words.get(text.slice(start, end))
      const before = best[start]
      if (idea === undefined || !before) continue
      const now = best[end]
      if (!now || before.length + 1 < now.length) best[end] = [...before, idea]
    }
  }
  return best[text.length] ?? null
}

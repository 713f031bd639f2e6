import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  '{count} strategies': '{count} 个方案',
  'The stored records cannot be read right now.': '暂时无法读取已存储的数据。',
  'Try again; if it stays, tell the operator.': '请重试；若一直如此，请联系系统管理员。',
  'This platform has no {resource}.': '本平台没有 {resource}。',
  'Choose one of the listed resources; the strategy may have been deleted.': '请从列表中选择；该方案可能已被删除。',
  'Reading {what} was stopped.': '读取 {what~}已中止。',
  'The {what} is always read as a whole; increments by a field are not possible.':
    '{what~}总是整体读取，不能按字段增量。',
  'Vouchers are always read as a whole; increments by a field are not possible.': '凭证总是整体读取，不能按字段增量。',
  'Switch off the increment: records already taken are recognised by their key.':
    '请关闭增量读取：已取过的数据会按主键识别。',
  'inbox {name}': '收件箱 {name} ',
  'strategy {name}': '方案 {name} ',
  'The write was stopped.': '写入已中止。',
}

import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  '{kind} is not a way to authenticate': '{kind} 不是可用的认证方式',
  '{field} is required': '{field} 必填',
  'Two API keys have the same place and name, so only one of them would arrive.':
    '有两个 API Key 的位置和名称相同，只有一个会送达。',
  'Paging by cursor needs the path or the header of the next one.': '游标分页需要下一个游标的路径或应答头。',
}

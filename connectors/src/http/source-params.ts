import type { ParamInput } from '@sluice/contract'

const request = { group: 'request' } as const
const paging = { group: 'paging' } as const
const answer = { group: 'answer' } as const
const increment = { group: 'increment' } as const
const pagingIs = (...kinds: string[]) => ({ field: 'pagination', in: kinds })

/** What is asked of an endpoint that is read, and how its answer is understood. */
export const sourceParams: ParamInput[] = [
  {
    field: 'method',
    label: { zh: '请求方法', en: 'Method' },
    type: 'select',
    default: 'GET',
    options: ['GET', 'POST'].map(value => ({ value, label: { zh: value, en: value } })),
    ...request,
  },
  {
    field: 'query',
    label: { zh: '查询参数', en: 'Query parameters' },
    type: 'keyvalue',
    describe: {
      zh: '可用 {{from}}、{{to}}、{{page}}、{{pageSize}}、{{offset}}、{{cursor}}；没有值的参数不发送。',
      en: 'May use {{from}}, {{to}}, {{page}}, {{pageSize}}, {{offset}}, {{cursor}}; a parameter without a value is not sent.',
    },
    ...request,
  },
  {
    field: 'body',
    label: { zh: '请求体模板', en: 'Body template' },
    type: 'code',
    placeholder: '{ "start": "{{from}}", "end": "{{to}}" }',
    describe: { zh: 'JSON；占位符写在引号内。', en: 'JSON; placeholders stand inside quotes.' },
    when: { field: 'method', in: ['POST'] },
    ...request,
  },
  {
    field: 'request_headers',
    label: { zh: '请求头', en: 'Headers' },
    type: 'keyvalue',
    describe: {
      zh: '只用于此接口；密钥请写在连接器里。',
      en: 'Of this endpoint only; secrets belong in the connector.',
    },
    ...request,
  },
  {
    field: 'list_path',
    label: { zh: '列表路径', en: 'Path of the list' },
    type: 'text',
    placeholder: 'data.list',
    describe: {
      zh: '记录在应答中的位置；应答本身是列表时留空。',
      en: 'Where the records are; empty when the answer itself is the list.',
    },
    ...answer,
  },
  ...successParams(),
  {
    field: 'pagination',
    label: { zh: '分页方式', en: 'Paging' },
    type: 'select',
    default: 'none',
    options: [
      { value: 'none', label: { zh: '不分页', en: 'No paging' } },
      { value: 'page', label: { zh: '页码', en: 'Page number' } },
      { value: 'offset', label: { zh: '偏移量', en: 'Offset' } },
      { value: 'cursor', label: { zh: '游标', en: 'Cursor' } },
      { value: 'id_gt', label: { zh: 'ID 大于上一页', en: 'Ids greater than the last' } },
      { value: 'link', label: { zh: '下一页链接', en: 'Link to the next page' } },
    ],
    ...paging,
  },
  {
    field: 'page_param',
    label: { zh: '页码、偏移量、游标或 ID 参数', en: 'Parameter for page, offset, cursor or id' },
    type: 'text',
    placeholder: 'page',
    describe: { zh: '已在模板里使用占位符时留空。', en: 'Empty when a placeholder in a template does it.' },
    when: pagingIs('page', 'offset', 'cursor', 'id_gt'),
    ...paging,
  },
  {
    field: 'size_param',
    label: { zh: '每页条数参数', en: 'Parameter for the page size' },
    type: 'text',
    placeholder: 'page_size',
    when: pagingIs('page', 'offset', 'cursor', 'id_gt', 'link'),
    ...paging,
  },
  {
    field: 'max_page_size',
    label: { zh: '每页最多条数', en: 'Largest page size' },
    type: 'number',
    default: 100,
    min: 1,
    max: 10000,
    describe: { zh: '对方允许的上限。', en: 'What the far system allows.' },
    when: pagingIs('page', 'offset', 'cursor', 'id_gt', 'link'),
    ...paging,
  },
  {
    field: 'start_page',
    label: { zh: '起始页码', en: 'First page number' },
    type: 'number',
    default: 1,
    min: 0,
    max: 1,
    when: pagingIs('page'),
    ...paging,
  },
  {
    field: 'paging_place',
    label: { zh: '分页参数位置', en: 'Place of the paging parameters' },
    type: 'select',
    default: 'query',
    options: [
      { value: 'query', label: { zh: '查询参数', en: 'Query' } },
      { value: 'body', label: { zh: '请求体', en: 'Body' } },
    ],
    when: pagingIs('page', 'offset', 'cursor', 'id_gt'),
    ...paging,
  },
  {
    field: 'id_path',
    label: { zh: 'ID 的路径', en: 'Path of the id' },
    type: 'text',
    is_required: true,
    placeholder: 'id',
    describe: {
      zh: '在每条记录之中；每条都不同，并且逐条增大。',
      en: 'In each record; different in every one, and rising from one to the next.',
    },
    when: pagingIs('id_gt'),
    ...paging,
  },
  {
    field: 'first_id',
    label: { zh: '首页的起始 ID', en: 'Id before the first' },
    type: 'text',
    placeholder: '0',
    describe: {
      zh: '仅当首页也必须传时填写；全为数字时按数字发送。',
      en: 'Only where one must be sent; digits alone are sent as a number.',
    },
    when: pagingIs('id_gt'),
    ...paging,
  },
  {
    field: 'next_path',
    label: { zh: '下一个游标的路径', en: 'Path of the next cursor' },
    type: 'text',
    is_required: true,
    placeholder: 'data.next_cursor',
    when: pagingIs('cursor'),
    ...paging,
  },
  {
    field: 'link_path',
    label: { zh: '下一页链接的路径', en: 'Path of the next link' },
    type: 'text',
    placeholder: 'links.next',
    describe: { zh: '留空则读取 Link 应答头。', en: 'The Link header is read when empty.' },
    when: pagingIs('link'),
    ...paging,
  },
  {
    field: 'total_path',
    label: { zh: '总数路径', en: 'Path of the total' },
    type: 'text',
    placeholder: 'data.total',
    describe: { zh: '填写后，少一条都不算读完。', en: 'When given, a read that misses one record is not complete.' },
    when: pagingIs('none', 'page', 'offset', 'cursor', 'link'),
    ...paging,
  },
  {
    field: 'has_more_path',
    label: { zh: '“还有更多”路径', en: 'Path of the mark for more' },
    type: 'text',
    placeholder: 'data.has_more',
    when: pagingIs('page', 'offset', 'cursor', 'id_gt'),
    ...paging,
  },
  {
    field: 'window_format',
    label: { zh: '时间格式', en: 'Time format' },
    type: 'select',
    default: 'iso',
    options: [
      { value: 'iso', label: { zh: 'ISO 8601（2025-09-01T00:00:00Z）', en: 'ISO 8601 (2025-09-01T00:00:00Z)' } },
      {
        value: 'datetime',
        label: { zh: '日期时间（2025-09-01 00:00:00）', en: 'Date and time (2025-09-01 00:00:00)' },
      },
      { value: 'date', label: { zh: '日期（2025-09-01）', en: 'Date (2025-09-01)' } },
      { value: 'unix', label: { zh: 'Unix 秒', en: 'Unix seconds' } },
      { value: 'unixMs', label: { zh: 'Unix 毫秒', en: 'Unix milliseconds' } },
    ],
    describe: { zh: '{{from}} 和 {{to}} 的写法。', en: 'How {{from}} and {{to}} are written.' },
    ...increment,
  },
  {
    field: 'time_zone',
    label: { zh: '时区', en: 'Time zone' },
    type: 'text',
    default: 'Asia/Shanghai',
    describe: { zh: '不带时区的时间按它理解。', en: 'Times without a zone are meant in it.' },
    when: { field: 'window_format', in: ['datetime', 'date'] },
    ...increment,
  },
  {
    field: 'end_exclusive',
    label: { zh: '结束时间不含在内', en: 'End is not included' },
    type: 'switch',
    default: false,
    describe: { zh: '对方把结束时间排除在外时打开。', en: 'On when the far system leaves out the end itself.' },
    ...increment,
  },
]

/** The success test, the same for reading and writing. */
export function successParams(): ParamInput[] {
  return [
    {
      field: 'success_path',
      label: { zh: '成功标志路径', en: 'Path of the success mark' },
      type: 'text',
      placeholder: 'code',
      describe: { zh: '留空则只看 HTTP 状态码。', en: 'The HTTP status alone decides when empty.' },
      ...answer,
    },
    {
      field: 'success_values',
      label: { zh: '成功的取值', en: 'Values that mean success' },
      type: 'text',
      placeholder: '0, 200, true',
      describe: {
        zh: '多个用逗号分开；留空则非空、非 false、非 0 即成功。',
        en: 'Separated by commas; when empty anything but nothing, false and 0.',
      },
      ...answer,
    },
    {
      field: 'busy_values',
      label: { zh: '稍后再试的取值', en: 'Values that mean try later' },
      type: 'text',
      placeholder: '50001',
      ...answer,
    },
    {
      field: 'message_path',
      label: { zh: '错误信息路径', en: 'Path of the error message' },
      type: 'text',
      placeholder: 'msg',
      describe: {
        zh: '列表中的每一项都会取出，例如 errors.*.message。',
        en: 'Every element of a list is taken: errors.*.message.',
      },
      ...answer,
    },
  ]
}

import { definePack, type PackField, type PackInterface } from '@sluice/connector-kit'

type Shared = Pick<PackInterface, 'type' | 'method' | 'idCheck'>
const read = { type: 'QUERY', method: 'GET', idCheck: false } as const satisfies Shared
const write = { type: 'EXECUTE', method: 'POST' } as const satisfies Partial<Shared>

const contacts = { zh: '通讯录', en: 'Contacts' }
const approvals = { zh: '审批', en: 'Approvals' }
const messages = { zh: '消息', en: 'Messages' }

const userId: PackField = { field: 'userid', type: 'string', label: { zh: '成员 userid', en: 'User id' } }
const userName: PackField = { field: 'name', type: 'string', label: { zh: '姓名', en: 'Name' } }
const departments: PackField = {
  field: 'department',
  type: 'json',
  label: { zh: '所属部门 ID 列表', en: 'Department ids' },
}
const position: PackField = { field: 'position', type: 'string', label: { zh: '职务', en: 'Position' } }
const mobile: PackField = { field: 'mobile', type: 'string', label: { zh: '手机号码', en: 'Mobile number' } }
const email: PackField = { field: 'email', type: 'string', label: { zh: '邮箱', en: 'Mail address' } }
const alias: PackField = { field: 'alias', type: 'string', label: { zh: '别名', en: 'Alias' } }
const mainDepartment: PackField = {
  field: 'main_department',
  type: 'int',
  label: { zh: '主部门 ID', en: 'Main department id' },
}
const leaders: PackField = { field: 'direct_leader', type: 'json', label: { zh: '直属上级', en: 'Direct leaders' } }
const isLeader: PackField = {
  field: 'is_leader_in_dept',
  type: 'json',
  label: { zh: '是否部门负责人', en: 'Leads the department' },
}

const departmentId: PackField = { field: 'id', type: 'int', label: { zh: '部门 ID', en: 'Department id' } }
const parentId: PackField = {
  field: 'parentid',
  type: 'int',
  label: { zh: '上级部门 ID', en: 'Id of the department above' },
}
const order: PackField = { field: 'order', type: 'int', label: { zh: '排序值', en: 'Order' } }
/** Departments below this one; without it all that the secret may see. */
const below: PackField = {
  field: 'id',
  type: 'int',
  label: { zh: '起始部门 ID，留空为全部', en: 'Department to start from; empty: all' },
}

const content: readonly PackField[] = [{ field: 'content', type: 'string', label: { zh: '内容', en: 'Content' } }]
const memberFields: readonly PackField[] = [
  alias,
  mobile,
  email,
  position,
  mainDepartment,
  leaders,
  isLeader,
  { field: 'gender', type: 'string', label: { zh: '性别，1 男 2 女', en: 'Gender, 1 male 2 female' } },
  { field: 'enable', type: 'int', label: { zh: '启用，1 启用 0 禁用', en: 'Enabled, 1 or 0' } },
]

/** One token for one secret; every answer has status 200 and a code of its own. */
export const pack = definePack({
  id: 'wecom',
  version: 1,
  documentation: 'https://developer.work.weixin.qq.com/document/path/90664',
  name: { zh: '企业微信', en: 'WeCom' },
  group: 'oa',
  describe: {
    zh: '读取部门、成员与审批单，发送应用消息，创建与更新成员。',
    en: 'Reads departments, members and approvals, sends messages of an app, creates and changes members.',
  },
  icon: { text: '企', color: '#2B7CE9' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://qyapi.weixin.qq.com',
      pattern: '^https?://[^\\s]+$',
      group: 'advanced',
    },
    {
      field: 'corpid',
      label: { zh: '企业 ID', en: 'Corporation id' },
      type: 'text',
      is_required: true,
      placeholder: 'wwxxxxxxxxxxxxxxxx',
      describe: {
        zh: '企业微信管理后台 → 我的企业 → 企业信息。',
        en: 'WeCom admin console → My Company → Company Information.',
      },
    },
    {
      field: 'corpsecret',
      label: { zh: '应用 Secret', en: 'Secret of the app' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '应用管理 → 自建应用；写成员与读成员 ID 须用“通讯录同步”的 Secret。若报错 60020，请把报错中的 IP 加入该应用的“企业可信 IP”。',
        en: 'App management → your app; members are written, and their ids read, with the secret of contact synchronization. Refused with 60020: add the IP in the message to the trusted IPs of the app.',
      },
    },
  ],
  connection: { baseUrl: '{{base_url}}/cgi-bin' },
  adapter: {
    auth: {
      steps: [
        {
          name: 'gettoken',
          method: 'GET',
          path: 'gettoken',
          query: [
            { name: 'corpid', value: '{{param.corpid}}' },
            { name: 'corpsecret', value: '{{param.corpsecret}}' },
          ],
          success: { path: 'errcode', values: ['0'], messagePath: 'errmsg' },
          values: [{ name: 'token', path: 'access_token' }],
          expiresPath: 'expires_in',
          lifeSeconds: 7200,
        },
      ],
    },
    request: { query: [{ name: 'access_token', value: '{{auth.token}}' }] },
    success: { path: 'errcode', values: ['0'], messagePath: 'errmsg' },
    errors: [
      // The system is busy; too often for the interface; too many at once.
      { kind: 'busy', path: 'errcode', values: ['-1', '45009', '45033'] },
      // Of the token, of the secret, of the address that is asked from, of the app: nothing that one record could mend.
      {
        kind: 'credential',
        path: 'errcode',
        values: ['40001', '40013', '40014', '41001', '42001', '48002', '60020', '301002'],
      },
      { kind: 'duplicate', path: 'errcode', values: ['60102'] },
      // A message is sent to the other receivers all the same.
      { kind: 'refused', path: 'invaliduser' },
      { kind: 'refused', path: 'invalidparty' },
      { kind: 'refused', path: 'invalidtag' },
      { kind: 'refused', path: 'unlicenseduser' },
    ],
  },
  // Every secret may ask for it.
  probe: 'department-ids',
  interfaces: [
    {
      ...read,
      code: 'departments',
      group: contacts,
      name: { zh: '查询部门', en: 'Read departments' },
      api: 'department/list',
      id: ['id'],
      number: 'name',
      listPath: 'department',
      request: [below],
      response: [
        departmentId,
        { field: 'name', type: 'string', label: { zh: '部门名称', en: 'Name of the department' } },
        { field: 'name_en', type: 'string', label: { zh: '英文名称', en: 'English name' } },
        { field: 'department_leader', type: 'json', label: { zh: '部门负责人', en: 'Leaders of the department' } },
        parentId,
        order,
      ],
    },
    {
      ...read,
      code: 'department-ids',
      group: contacts,
      name: { zh: '查询部门 ID', en: 'Read department ids' },
      describe: { zh: '任何 Secret 均可读取。', en: 'Any secret may read them.' },
      api: 'department/simplelist',
      id: ['id'],
      listPath: 'department_id',
      request: [below],
      response: [departmentId, parentId, order],
    },
    {
      ...read,
      code: 'members',
      group: contacts,
      name: { zh: '查询部门成员', en: 'Read members' },
      describe: {
        zh: '应用可见范围内的成员。2022 年 6 月之后创建的应用读不到手机、邮箱等字段；若下级部门的成员没有返回，请逐个部门读取。',
        en: 'Those visible to the app. Apps made after June 2022 get no mobile numbers and mail addresses; where departments below are left out, read one by one.',
      },
      api: 'user/list',
      id: ['userid'],
      number: 'name',
      listPath: 'userlist',
      request: [
        {
          field: 'department_id',
          type: 'int',
          label: { zh: '部门 ID', en: 'Department id' },
          is_required: true,
          default: '1',
        },
        {
          field: 'fetch_child',
          type: 'int',
          label: { zh: '含下级部门，1 是 0 否', en: 'With departments below, 1 or 0' },
          default: '1',
        },
      ],
      response: [
        userId,
        userName,
        departments,
        position,
        mobile,
        { field: 'gender', type: 'string', label: { zh: '性别，1 男 2 女', en: 'Gender, 1 male 2 female' } },
        email,
        alias,
        isLeader,
        leaders,
        mainDepartment,
        {
          field: 'status',
          type: 'int',
          label: {
            zh: '状态，1 已激活 2 已禁用 4 未激活 5 退出',
            en: 'Status, 1 active 2 disabled 4 not activated 5 left',
          },
        },
      ],
    },
    {
      ...read,
      method: 'POST',
      code: 'member-ids',
      group: contacts,
      name: { zh: '查询成员 ID', en: 'Read member ids' },
      describe: {
        zh: '全部成员与部门的关系，一人在多个部门时有多条；须用“通讯录同步”的 Secret。',
        en: 'Every member with every department, one each; needs the secret of contact synchronization.',
      },
      api: 'user/list_id',
      id: ['userid', 'department'],
      number: 'userid',
      listPath: 'dept_user',
      pagination: {
        mode: 'cursor',
        pageSize: 10_000,
        pageField: 'cursor',
        sizeField: 'limit',
        place: 'body',
        nextPath: 'next_cursor',
      },
      response: [userId, { field: 'department', type: 'int', label: { zh: '部门 ID', en: 'Department id' } }],
    },
    {
      ...read,
      method: 'POST',
      code: 'approvals',
      group: approvals,
      name: { zh: '查询审批单', en: 'Read approvals' },
      describe: {
        zh: '按提交时间读取；首次读取最近 30 天。之后才通过或驳回的审批单不会因时间变化再次出现，请设置回看时长。应用须加入“审批 → 可调用接口的应用”。',
        en: 'Read by the time they were handed in; the first read goes back 30 days. One that is decided later does not come again by itself: set a time to look back. The app must be among those that may call the interfaces of approvals.',
      },
      api: 'oa/getapprovalinfo',
      id: ['sp_no'],
      number: 'sp_no',
      increment: ['apply_time'],
      listPath: 'sp_no_list',
      listOfValues: true,
      detail: { api: 'oa/getapprovaldetail', body: '{"sp_no":"{sp_no}"}', recordPath: 'info' },
      pagination: {
        mode: 'cursor',
        pageSize: 100,
        pageField: 'new_cursor',
        sizeField: 'size',
        place: 'body',
        nextPath: 'new_next_cursor',
      },
      // 31 days, both ends included.
      window: { format: 'unix', maxSeconds: 31 * 86_400 - 1, firstDays: 30 },
      // 600 calls a minute.
      rate: { intervalMs: 100 },
      request: [
        {
          field: 'starttime',
          type: 'timestamp',
          label: { zh: '提交时间起', en: 'Handed in from' },
          default: '{{from}}',
        },
        { field: 'endtime', type: 'timestamp', label: { zh: '提交时间止', en: 'Handed in until' }, default: '{{to}}' },
        {
          field: 'filters',
          type: 'json',
          label: {
            zh: '筛选，如 [{"key":"template_id","value":"…"}]',
            en: 'Filters, as [{"key":"template_id","value":"…"}]',
          },
        },
      ],
      response: [
        { field: 'sp_no', type: 'string', label: { zh: '审批编号', en: 'Approval number' } },
        { field: 'sp_name', type: 'string', label: { zh: '审批类型', en: 'Name of the template' } },
        {
          field: 'sp_status',
          type: 'int',
          label: {
            zh: '状态，1 审批中 2 已通过 3 已驳回 4 已撤销 6 通过后撤销 7 已删除 10 已支付',
            en: 'Status, 1 pending 2 approved 3 rejected 4 withdrawn 6 withdrawn after approval 7 deleted 10 paid',
          },
        },
        { field: 'template_id', type: 'string', label: { zh: '模板 ID', en: 'Template id' } },
        { field: 'apply_time', type: 'timestamp', label: { zh: '提交时间', en: 'Handed in at' } },
        { field: 'applyer', type: 'json', label: { zh: '申请人', en: 'Applicant' } },
        { field: 'sp_record', type: 'json', label: { zh: '审批流程', en: 'Steps of the approval' } },
        { field: 'notifyer', type: 'json', label: { zh: '抄送人', en: 'Copies to' } },
        { field: 'apply_data', type: 'json', label: { zh: '表单内容', en: 'Form' } },
        { field: 'comments', type: 'json', label: { zh: '备注', en: 'Comments' } },
      ],
    },
    {
      ...write,
      code: 'message-send',
      group: messages,
      name: { zh: '发送应用消息', en: 'Send a message of the app' },
      describe: {
        zh: '部分接收人无效时其余人已收到，该条记为失败并列出无效者。没有应答的发送记为“结果未知”，不会自动重发。',
        en: 'Where some receivers are invalid the others have got it, and the record is refused with the invalid ones. Without an answer it is unknown and never repeated by itself.',
      },
      api: 'message/send',
      otherRequest: [
        {
          field: 'agentid',
          type: 'int',
          label: { zh: '应用 AgentId', en: 'AgentId of the app' },
          is_required: true,
        },
        {
          field: 'safe',
          type: 'int',
          label: { zh: '保密消息，1 是 0 否', en: 'Confidential, 1 or 0' },
        },
      ],
      request: [
        {
          field: 'touser',
          type: 'string',
          label: { zh: '接收成员，多个用 | 分隔，@all 为全部', en: 'Members, with | between them; @all: everybody' },
        },
        {
          field: 'toparty',
          type: 'string',
          label: { zh: '接收部门，多个用 | 分隔', en: 'Departments, with | between them' },
        },
        { field: 'totag', type: 'string', label: { zh: '接收标签，多个用 | 分隔', en: 'Tags, with | between them' } },
        {
          field: 'msgtype',
          type: 'string',
          label: { zh: '消息类型，text 或 markdown', en: 'Kind of message, text or markdown' },
          is_required: true,
          default: 'text',
        },
        { field: 'text', type: 'object', label: { zh: '文本消息', en: 'Text' }, fields: content },
        { field: 'markdown', type: 'object', label: { zh: 'Markdown 消息', en: 'Markdown' }, fields: content },
      ],
      write: { targetKeyPath: 'msgid', codePath: 'errcode' },
    },
    {
      ...write,
      code: 'member-create',
      group: contacts,
      name: { zh: '创建成员', en: 'Create a member' },
      describe: {
        zh: '手机号码与邮箱至少填一个；userid 已存在的成员记为跳过，因此没有应答的写入可以安全重试。',
        en: 'Needs a mobile number or a mail address. A user id that is there already is skipped, so a write without an answer is repeated safely.',
      },
      api: 'user/create',
      request: [
        { ...userId, is_required: true },
        { ...userName, is_required: true },
        { ...departments, is_required: true },
        ...memberFields,
        { field: 'to_invite', type: 'bool', label: { zh: '是否邀请', en: 'Invite' } },
      ],
      write: { codePath: 'errcode', guarantee: 'idempotencyKey' },
    },
    {
      ...write,
      code: 'member-update',
      group: contacts,
      name: { zh: '更新成员', en: 'Change a member' },
      describe: {
        zh: '只更新映射了的字段；重复写入无害。',
        en: 'Only the mapped fields change; a repeat does no harm.',
      },
      api: 'user/update',
      request: [{ ...userId, is_required: true }, userName, departments, ...memberFields],
      write: { codePath: 'errcode', guarantee: 'upsert' },
    },
  ],
})

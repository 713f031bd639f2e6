// waiver: size: one list of every message
import {
  type Catalogues,
  type Language,
  type OtherLanguage,
  type Sentences,
  sayIn,
  type Translate,
  type Words,
} from '@sluice/contract'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { writeTimes } from './write-times.ts'

/**
 * Public sentences by failure code. `{field}` and `{value}` are filled from the failure.
 * A code that is not here (a connector's, the engine's) keeps the sentence it was thrown with, translated by `tellIn`.
 */
const messages = {
  ok: { zh: '操作成功', en: 'ok' },
  internal: { zh: '服务器内部错误，日志中有详情', en: 'Something went wrong inside Sluice. The log has the details.' },

  'auth.missing': { zh: '请先登录', en: 'Sign in first.' },
  'auth.captcha': { zh: '验证码错误', en: 'Wrong captcha.' },
  'auth.captchaNeeded': { zh: '请先完成图形验证', en: 'Answer the picture first.' },
  'auth.workNeeded': {
    zh: '此用户名今天连续输错密码，请等浏览器完成几秒钟的计算验证后再登录',
    en: 'Wrong passwords were tried under this name today. Let the browser compute for some seconds, then sign in.',
  },
  'auth.secondFactor': { zh: '请输入动态口令', en: 'Enter the code of your authenticator.' },
  'auth.secondFactorWrong': { zh: '动态口令错误', en: 'Wrong authenticator code.' },
  'auth.ticket': { zh: '登录步骤已过期，请重新登录', en: 'This sign-in took too long. Begin again.' },
  'auth.sso': { zh: '单点登录未成功，请重新发起', en: 'Single sign-on did not succeed. Begin again.' },
  'auth.ssoUnlinked': {
    zh: '此身份尚未绑定账号。请先用密码登录，再到“个人设置 - 账号绑定”中绑定',
    en: 'This identity belongs to no account. Sign in by password and link it in your settings first.',
  },
  'auth.expired': { zh: '登录已过期，请重新登录', en: 'The sign-in has ended. Sign in again.' },
  'auth.refused': { zh: '用户名或密码错误', en: 'Wrong user name or password.' },
  'auth.cipher': {
    zh: '登录信息无法解密，请刷新页面后重试',
    en: 'The credentials could not be decrypted. Reload the page and try again.',
  },
  'auth.push': {
    zh: '推送令牌无效，请在方案详情概览的“推送接收”查看地址或重置令牌',
    en: 'The push token is not valid. See the address or reset the token under "Reception of pushes" in the overview of the strategy.',
  },
  'auth.signature': {
    zh: '签名不正确，请检查签名密钥和签名方式',
    en: 'The signature is not right. Check the signing secret and the way of signing.',
  },
  'auth.timestamp': {
    zh: '签名时间缺失，或与当前时间相差超过 {value} 秒',
    en: 'The time of the signature is missing, or more than {value} s away from now.',
  },
  'auth.refreshReused': {
    zh: '登录凭证已被使用过，为安全起见请重新登录',
    en: 'This refresh token was used before. Sign in again.',
  },
  'permission.missing': { zh: '权限不足，需要 {value}', en: 'Insufficient permission: {value} is needed.' },
  'permission.changePassword': { zh: '请先修改密码', en: 'Change your password first.' },
  'permission.whole': {
    zh: '你的角色限定了数据范围，只能看到一部分数据；这项操作涉及全部数据，请由不限范围的管理员执行',
    en: 'Your role has a data scope and sees a part only. This concerns the whole; ask an administrator without a scope.',
  },
  'permission.navigation': {
    zh: '不能通过打开链接执行此操作',
    en: 'This action cannot be called by opening a link.',
  },

  'permission.secondFactor': {
    zh: '管理员必须先启用动态口令',
    en: 'Administrators must set up an authenticator first.',
  },

  'stepUp.needed': {
    zh: '此操作影响长久，请先验证身份（{value} 分钟内有效）',
    en: 'What this does lasts. Show first who you are; it counts for {value} minutes.',
  },

  'permission.token': {
    zh: '访问令牌不能执行此操作，请登录后进行',
    en: 'An access token cannot do this. Sign in for it.',
  },

  'notFound.route': { zh: '接口不存在', en: 'There is no such route.' },
  'notFound.connector': { zh: '连接器不存在', en: 'There is no such connector.' },
  'notFound.platform': { zh: '平台不存在', en: 'There is no such platform.' },
  'notFound.asset': { zh: 'API 资产不存在', en: 'There is no such API asset.' },
  'notFound.adapter': { zh: '适配器不存在', en: 'There is no such adapter.' },
  'notFound.adapterVersion': { zh: '适配器没有这个版本', en: 'The adapter has no such version.' },
  'notFound.approval': { zh: '审批单不存在', en: 'There is no such request for approval.' },
  'notFound.assetVersion': { zh: 'API 资产没有这个版本', en: 'The API asset has no such version.' },
  'notFound.collection': { zh: '分类不存在', en: 'There is no such category.' },
  'notFound.mapping': { zh: '静态映射不存在', en: 'There is no such value map.' },
  'notFound.miss': {
    zh: '未匹配值已被处理，请刷新',
    en: 'An unmatched value has been dealt with meanwhile. Reload.',
  },
  'notFound.file': { zh: '文件不存在', en: 'There is no such file.' },
  'notFound.strategy': { zh: '方案不存在', en: 'There is no such strategy.' },
  'notFound.record': { zh: '数据不存在', en: 'There is no such record.' },
  'notFound.template': { zh: '模板不存在', en: 'There is no such template.' },
  'notFound.savedFilter': { zh: '保存的筛选不存在', en: 'There is no such saved filter.' },
  'notFound.process': { zh: '进程池不存在', en: 'There is no such process pool.' },
  'notFound.run': { zh: '运行记录不存在', en: 'There is no such run.' },
  'notFound.archive': { zh: '归档不存在', en: 'There is no such archive.' },
  'notFound.errorGroup': { zh: '异常分组不存在，或你无权查看', en: 'There is no such error, or you may not see it.' },
  'notFound.ignoreRule': { zh: '忽略规则不存在', en: 'There is no such ignore rule.' },
  'notFound.rehearsal': { zh: '预演不存在', en: 'There is no such rehearsal.' },
  'notFound.replay': { zh: '重放任务不存在', en: 'There is no such replay.' },
  'notFound.job': { zh: '任务不存在', en: 'There is no such job.' },
  'notFound.aggregate': {
    zh: '聚合报表不存在，或没有共享给你',
    en: 'There is no such report, or it is not shared with you.',
  },
  'notFound.alertChannel': { zh: '告警通道不存在', en: 'There is no such alert channel.' },
  'notFound.alertRule': { zh: '告警规则不存在', en: 'There is no such alert rule.' },
  'notFound.delivery': { zh: '发送记录不存在', en: 'There is no such message.' },
  'notFound.conversation': { zh: '对话不存在', en: 'There is no such conversation.' },
  'notFound.token': { zh: '访问令牌不存在', en: 'There is no such access token.' },
  'notFound.user': { zh: '用户不存在', en: 'There is no such user.' },

  'notFound.registration': { zh: '未开放自助注册', en: 'Registration is closed.' },
  'notFound.session': { zh: '登录设备不存在或已退出', en: 'There is no such sign-in.' },
  'notFound.provider': { zh: '身份提供方不存在或已停用', en: 'There is no such identity provider.' },
  'notFound.identity': { zh: '绑定不存在', en: 'There is no such link.' },

  'notFound.role': { zh: '角色不存在', en: 'There is no such role.' },
  'permission.mightier': {
    zh: '对方的权限多于你，不能操作',
    en: 'This person may do more than you, so you cannot change the account.',
  },
  'permission.grant': {
    zh: '不能授予自己没有的权限或数据范围：{value}',
    en: 'You cannot give what you do not have yourself: {value}',
  },
  'permission.mightierRole': {
    zh: '此角色的权限或数据范围多于你，不能修改或删除：{value}',
    en: 'This role may do more than you, so you can neither change its rights nor delete it: {value}',
  },
  'conflict.builtInRole': {
    zh: '内置的管理员角色不能修改或删除',
    en: 'The built-in role can neither be changed nor deleted.',
  },
  'conflict.ownRole': {
    zh: '不能修改自己角色的权限或数据范围，请由其他管理员操作',
    en: 'Nobody changes the permissions or the scope of their own role. Ask another administrator.',
  },
  'conflict.ownAccount': {
    zh: '不能停用、删除自己的账号或更换自己的角色',
    en: 'Nobody disables or deletes their own account, or changes their own role.',
  },
  'conflict.lastAdmin': {
    zh: '至少要保留一个可用的管理员',
    en: 'One administrator must be left who can sign in.',
  },
  'conflict.roleInUse': {
    zh: '角色正在使用，不能删除：{value}',
    en: 'The role is in use and cannot be deleted: {value}',
  },
  'conflict.username': { zh: '用户名“{value}”已被使用', en: 'The user name "{value}" is taken.' },
  'conflict.host': { zh: '域名“{value}”已被其他租户使用', en: 'The host "{value}" belongs to another tenant.' },
  'invalid.permission': { zh: '没有这样的权限：{value}', en: 'There is no such permission: {value}' },
  'conflict.name': { zh: '名称“{value}”已被使用，请换一个', en: 'The name "{value}" is taken. Choose another.' },
  'conflict.code': { zh: '编码“{value}”已被使用，请换一个', en: 'The code "{value}" is taken. Choose another.' },
  'conflict.phone': { zh: '该手机号已绑定其他账号', en: 'This phone belongs to another account.' },
  'conflict.identity': { zh: '该身份已绑定其他账号', en: 'This identity is linked to another account.' },
  'conflict.totp': { zh: '动态口令已启用', en: 'The authenticator is set up already.' },
  'conflict.noTotp': { zh: '尚未启用动态口令', en: 'No authenticator is set up.' },
  'conflict.totpRequired': {
    zh: '租户要求管理员使用动态口令，不能停用',
    en: 'The tenant asks administrators for an authenticator; it cannot be switched off.',
  },
  'conflict.version': {
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Someone saved in the meantime. Reload and try again.',
  },
  'conflict.draft': {
    zh: '有未发布的草稿（第 {value} 次保存），请在草稿上修改，或先放弃草稿',
    en: 'A draft (save {value}) waits to be published. Go on with it, or discard it first.',
  },
  'conflict.noDraft': { zh: '没有待发布的草稿', en: 'There is no draft to publish.' },
  'conflict.rehearsing': {
    zh: '这个方案的预演正在进行，请等它结束或取消它',
    en: 'A rehearsal of this strategy is under way. Wait for its end, or cancel it.',
  },
  'conflict.comparing': {
    zh: '该策略正在对比已存数据，请等它结束或先取消',
    en: 'Stored records of this strategy are being compared. Wait for the end, or cancel it.',
  },
  'conflict.newestEdition': {
    zh: '该策略已经使用映射语言的最新版次',
    en: 'This strategy speaks the newest edition of the mapping language already.',
  },
  'conflict.notRehearsed': {
    zh: '这份草稿还没有针对当前已发布版本完成预演，请先预演',
    en: 'This draft has not been rehearsed over what is published now. Rehearse it first.',
  },
  'conflict.notAccepted': {
    zh: '预演的差异还没有人确认，请先确认再发布',
    en: 'Nobody has accepted what the rehearsal shows. Accept it first.',
  },
  'conflict.mapChanged': {
    zh: '预演之后，值映射被修改（{value}），确认已失效，请重新预演',
    en: 'A value map was changed after the rehearsal ({value}), so what was accepted is void. Rehearse it again.',
  },
  'conflict.adapterChanged': {
    zh: '预演之后，适配器换了版本（{value}），确认已失效，请重新预演',
    en: 'An adapter got another version after the rehearsal ({value}), so what was accepted is void. Rehearse it again.',
  },
  'conflict.draftCheck': {
    zh: '草稿的检查清单未通过，不能发布：{value}',
    en: 'The check-list of the draft has errors, so it cannot be published: {value}',
  },
  'conflict.canary': {
    zh: '灰度正在进行：请先转正或回退，再修改或发布',
    en: 'A canary is under way. Promote it or roll it back before anything is changed or published.',
  },
  'conflict.canarySource': {
    zh: '草稿修改了来源，不能灰度：一次运行只能从一个来源读取。只有映射可以按主键分流',
    en: 'The draft changes the source, so it cannot be tried on a share of the keys: a run reads from one source. Only a mapping can differ by key.',
  },
  'conflict.canaryTarget': {
    zh: '草稿修改了目标，不能灰度：一次运行只能写入一个目标。只有映射可以按主键分流',
    en: 'The draft changes the target, so it cannot be tried on a share of the keys: a run writes to one target. Only a mapping can differ by key.',
  },
  'conflict.canarySchedule': {
    zh: '草稿还修改了计划、重试或补漏，不能灰度：它们对整个方案生效。请单独保存这些修改',
    en: 'The draft also changes the schedule, retries or the remedy, so it cannot be tried on a share of the keys: they count for the whole strategy. Save them alone.',
  },
  'conflict.canaryKey': {
    zh: '草稿改变了目标主键字段的映射，不能灰度：同一条数据会按两个主键写入两次',
    en: 'The draft maps the key at the target otherwise, so it cannot be tried on a share of the keys: a record would be there twice, once by each version.',
  },
  'conflict.canarySame': {
    zh: '草稿没有修改映射，没有可灰度的内容',
    en: 'The draft changes no mapping, so there is nothing to try on a share of the keys.',
  },
  'notFound.canary': { zh: '灰度不存在', en: 'There is no such canary.' },
  'conflict.nothingFailed': {
    zh: '没有新版本处理失败的数据可以重放',
    en: 'There are no records that the new version failed and that are still in error.',
  },
  'conflict.otherDraft': {
    zh: '预演之后草稿或已发布版本已改变，请重新预演',
    en: 'The draft or the published version has changed since. Rehearse it again.',
  },
  'conflict.cycle': {
    zh: '方案会互相等待，形成循环：{value}',
    en: 'These strategies would wait for each other in a circle: {value}',
  },
  'conflict.callback': {
    zh: '写入后的回调会形成循环：{value}',
    en: 'Written records would be handed on in a circle: {value}',
  },
  'conflict.filterName': { zh: '已有名为 {value} 的筛选', en: 'There is a filter named {value} already.' },
  'conflict.tooManyTemplates': {
    zh: '最多保存 {value} 个模板，请先删除不用的',
    en: 'At most {value} templates are kept. Delete some you do not use.',
  },
  'conflict.tooManyTags': {
    zh: '一个方案最多 {value} 个标签',
    en: 'A strategy has at most {value} tags.',
  },
  'conflict.tooManyFilters': {
    zh: '一个列表最多保存 100 个筛选，请先删除不用的',
    en: 'A list keeps at most 100 filters. Remove some you do not use.',
  },
  'invalid.nothingToProcess': {
    zh: '所选状态的数据不能重新处理：只有错误、待重试或已忽略的数据可以',
    en: 'Records in these states cannot be processed again: only those in error, waiting for a retry or ignored.',
  },
  'invalid.noAssetHere': {
    zh: '{value} 不是 API 资产，无法另存',
    en: '{value} is no API asset, so there is nothing to keep as one.',
  },
  'invalid.confirmCall': {
    zh: '除 GET 外的请求可能改动对方数据，须先确认',
    en: 'A request other than GET may change the far system; it must be confirmed.',
  },
  'conflict.inUse': { zh: '正在使用，不能删除：{value}', en: 'It is in use and cannot be deleted: {value}' },
  'conflict.platform': {
    zh: '使用该连接器的方案所需平台不同',
    en: 'The connector is used by a strategy of another platform.',
  },
  'conflict.platformRunning': {
    zh: '正在被运行中的方案使用，不能停用：{value}',
    en: 'Running strategies use it, so it cannot be stopped: {value}',
  },
  'conflict.platformBase': {
    zh: '已有连接器，不能更换基础平台',
    en: 'There are connectors, so the base cannot change.',
  },
  'conflict.platformAddress': {
    zh: '已有连接器，其密钥是为原地址填写的，不能更换地址；请为新地址另建平台',
    en: 'There are connectors whose secrets were entered for the old address, so it cannot change. Make another platform for the new one.',
  },
  'conflict.platformInUse': {
    zh: '平台上还有连接器、API 资产或分类，不能删除',
    en: 'The platform still has connectors, API assets or categories.',
  },
  'conflict.platformStopped': {
    zh: '平台已停用，不能新建连接器',
    en: 'The platform is stopped and takes no new connectors.',
  },
  'conflict.adapterRunning': {
    zh: '正在被运行中的方案使用：{value}',
    en: 'Running strategies use it: {value}',
  },
  'conflict.adapterInUse': {
    zh: '仍被引用，不能删除：{value}',
    en: 'It is still named, so it cannot be deleted: {value}',
  },
  'conflict.approvalAsked': {
    zh: '已有待审批的发布申请，请等待处理或先撤回',
    en: 'Its publishing waits for approval already. Wait for the decision, or withdraw the request.',
  },
  'conflict.approvalHandled': { zh: '审批单已处理', en: 'The request has been handled already.' },
  'conflict.ownApproval': {
    zh: '不能审批自己的申请，请由其他审批人处理',
    en: 'Nobody approves their own request while another approver exists.',
  },
  'conflict.notOwnApproval': { zh: '只能撤回自己的申请', en: 'Only one’s own request can be withdrawn.' },
  'conflict.assetRunning': {
    zh: '正在被运行中的方案使用：{value}',
    en: 'Running strategies use it: {value}',
  },
  'conflict.assetInUse': {
    zh: '仍被方案使用，不能删除：{value}',
    en: 'Strategies still use it, so it cannot be deleted: {value}',
  },
  'conflict.collectionInUse': {
    zh: '分类不为空，请先移走其中的接口和子分类',
    en: 'The category is not empty. Move its interfaces and categories first.',
  },
  'conflict.collectionOrder': {
    zh: '其他人刚刚调整过此分类中的接口，您的顺序没有保存，请在最新的顺序上重新调整',
    en: 'Somebody else has just changed the interfaces of this category. Your order was not saved; arrange the newest one.',
  },
  'conflict.collectionTree': {
    zh: '其他人刚刚调整过这里的分类，您的调整没有保存，请在最新的分类上重新调整',
    en: 'Somebody else has just changed the categories here. Your change was not saved; arrange the newest ones.',
  },
  'conflict.noModel': {
    zh: '还没有 OpenAI 兼容的连接器，请先创建一个',
    en: 'There is no OpenAI-compatible connector yet. Create one first.',
  },
  'conflict.conversationFull': {
    zh: '这个对话已有 {value} 条消息，请新建一个对话',
    en: 'This conversation holds {value} messages. Open a new one.',
  },
  'conflict.check': { zh: '检查未通过，不能启动', en: 'The check-list has errors, so it cannot start.' },
  'conflict.running': { zh: '方案正在运行，请先停止', en: 'The strategy is running. Stop it first.' },
  'conflict.liveRun': {
    zh: '方案的一次运行尚未结束，请稍后再试',
    en: 'A run of the strategy has not ended yet. Try again soon.',
  },
  'unknown.different': {
    zh: '目标里的 {value} 内容不同：{field}。请打开这条记录，确认目标是对的，或重新写入',
    en: 'The target holds other values of {value}: {field}. Open the record; confirm what the target has, or write it again.',
  },
  'conflict.cursor': {
    zh: '续传位置已变为“{value}”，请刷新后重试',
    en: 'The cursor has moved to "{value}". Reload and try again.',
  },
  'conflict.quota': { zh: '已达到数量上限 {value}', en: 'The limit of {value} is reached.' },
  'conflict.defaultPool': { zh: '默认进程池不能删除', en: 'The default pool cannot be deleted.' },
  'conflict.poolInUse': {
    zh: '进程池仍绑定 {value} 个方案或有未完成的运行，请先移走',
    en: 'The pool still has {value} strategies or runs that have not ended. Move them first.',
  },
  'conflict.notPassive': {
    zh: '该方案的源端不是“被动接收”，不能推送',
    en: 'The source of this strategy is not the passive reception, so nothing can be pushed to it.',
  },
  'conflict.pushDraft': {
    zh: '方案还是草稿，请先启动一次再推送',
    en: 'The strategy is a draft. Start it once before pushing.',
  },
  'conflict.inbox': {
    zh: '方案“{value}”读取同一个收件箱，请为每个方案设置各自的收件箱',
    en: 'The strategy "{value}" reads the same inbox. Give each an inbox of its own.',
  },
  'conflict.tokens': {
    zh: '最多 {value} 个有效的访问令牌，请先撤销不用的',
    en: 'There may be {value} living access tokens. Revoke one that is not needed.',
  },
  'conflict.state': { zh: '当前状态不允许此操作：{value}', en: 'Not allowed in this state: {value}' },

  'invalid.input': { zh: '输入有误：{field}', en: 'Check the input: {field}' },
  'invalid.captcha': { zh: '验证码错误', en: 'Wrong captcha.' },
  'invalid.stepUpTotp': {
    zh: '账号已启用动态口令，请用动态口令验证',
    en: 'The account has an authenticator: enter a code of it.',
  },
  'invalid.password': { zh: '密码错误', en: 'Wrong password.' },
  'invalid.ssoStale': {
    zh: '身份提供方没有要求重新登录，无法验证；请改用密码，或请管理员重置密码后再试',
    en: 'The identity provider did not ask for the sign-in anew. Use the password; an administrator can reset it.',
  },
  'invalid.ssoOther': {
    zh: '登录的是另一个身份“{value}”，没有绑定到当前账号',
    en: 'Another identity signed in, {value}, which is not linked to this account.',
  },
  'invalid.tokenDays': {
    zh: '有效期最长 {value} 天（租户的登录策略）',
    en: 'A token may live for {value} days at most, as the tenant’s sign-in policy says.',
  },
  'invalid.totp': { zh: '动态口令错误', en: 'Wrong authenticator code.' },
  'invalid.issuer': {
    zh: '签发地址必须是 https 地址（本机除外）',
    en: 'The issuer must be an https address (but for this machine).',
  },
  'invalid.callback': {
    zh: '回调地址必须以 /user/sso 结尾，且为 https（本机除外）',
    en: 'The callback address must end in /user/sso and be https (but for this machine).',
  },
  'invalid.provider': { zh: '无法读取身份提供方的配置：{value}', en: 'The provider cannot be read: {value}' },
  'invalid.paramTwice': { zh: '参数“{value}”重复', en: 'The parameter {value} is declared twice.' },
  'invalid.paramWhen': {
    zh: '显示条件引用了未知参数“{value}”',
    en: 'The condition names the unknown parameter {value}.',
  },
  'invalid.pattern': {
    zh: '校验规则只能使用基础平台自带的规则',
    en: 'Only the patterns of the base platform may be used.',
  },
  'invalid.setting': { zh: '基础平台没有参数“{value}”', en: 'The base platform has no parameter {value}.' },
  'invalid.variable': { zh: '引用了未知变量“{value}”', en: 'The variable {value} is not known.' },
  'invalid.openSecret': {
    zh: '“{value}”是密钥，请引用加密参数或应用配置，不要直接写在这里',
    en: '{value} is a secret. Name an encrypted parameter or an entry of the app instead of writing it here.',
  },
  'invalid.openParam': {
    zh: '参数“{value}”用作密钥，必须加密保存',
    en: 'The parameter {value} holds a secret and must be encrypted.',
  },
  'invalid.appSecret': { zh: '请填写应用配置“{value}”的值', en: 'Give the entry {value} of the app a value.' },
  'invalid.noAssets': {
    zh: '该平台不支持 API 资产，请选择基于 HTTP 的平台',
    en: 'This platform takes no API assets. Choose one that works over HTTP.',
  },
  'invalid.asset': { zh: '接口定义有误：{value}', en: 'Check the API asset: {value}' },
  'invalid.noStatements': {
    zh: '该平台不支持 SQL 适配器，请选择数据库平台',
    en: 'This platform takes no SQL adapters. Choose one that is a database.',
  },
  'invalid.adapterKind': {
    zh: '已有的适配器不能在 SQL 与其他类型之间更换，请另建一个',
    en: 'An adapter does not change between SQL and another kind. Create another one.',
  },
  'invalid.noHook': {
    zh: '脚本没有导出任何可调用的函数，请导出 connect、beforeRequest、afterResponse 或 handleError',
    en: 'The script exports no function that is called. Export connect, beforeRequest, afterResponse or handleError.',
  },
  'invalid.importEmpty': { zh: '文件里没有适配器', en: 'The file holds no adapter.' },
  'invalid.importMany': {
    zh: '一次最多导入 {value} 个适配器',
    en: 'At most {value} adapters can be imported at once.',
  },
  'invalid.adapterRecord': { zh: '数据不是 JSON 对象', en: 'The record is no JSON object.' },
  'invalid.adapterTrial': {
    zh: '请选择一个接口，或填写要请求的方法和路径',
    en: 'Choose an API asset, or give the method and the path to ask for.',
  },
  'invalid.assetRecords': {
    zh: '请求中的记录须是 JSON 对象的列表，如 [{"id": 1}]',
    en: 'Write the sent records as a JSON list of objects, such as [{"id": 1}].',
  },
  'invalid.assetRecord': {
    zh: '要写入的记录须是一个 JSON 对象，如 {"id": 1}',
    en: 'Write the record as a JSON object, such as {"id": 1}.',
  },
  'invalid.assetConnector': { zh: '连接器属于另一个平台', en: 'The connector belongs to another platform.' },
  'invalid.import': { zh: '无法读取导入内容：{value}', en: 'The import cannot be read: {value}' },
  'invalid.importOpenApi': {
    zh: '内容不是 OpenAPI 或 Swagger 文档，或其中没有接口',
    en: 'This is no OpenAPI or Swagger document, or it holds no interface.',
  },
  'invalid.importPostman': {
    zh: '内容不是 Postman 集合，或其中没有请求',
    en: 'This is no Postman collection, or it holds no request.',
  },
  'invalid.importCurl': {
    zh: 'cURL 命令中没有请求地址',
    en: 'The cURL command has no address.',
  },
  'invalid.importSample': {
    zh: '内容不是 JSON 对象或数组，不能作为响应样例；也可以粘贴 OpenAPI、Postman、cURL 或接口地址',
    en: 'A sample answer is a JSON object or list, and this is none; OpenAPI, Postman, cURL or an address can be pasted too.',
  },
  'invalid.importAssets': {
    zh: '内容不是本产品导出的接口，或其中没有接口',
    en: 'This is no export of API assets from this product, or it holds none.',
  },
  'invalid.importSheet': {
    zh: '表格中没有字段：每行须有字段标识',
    en: 'The sheet holds no field: each row needs the key of one.',
  },
  'invalid.importWsdl': {
    zh: 'WSDL 不作为 API 资产导入：请用它新建 SOAP 连接器，其中的操作会自动列出',
    en: 'A WSDL is not imported as API assets: make a SOAP connector with it, and its operations are listed by themselves.',
  },
  'invalid.importXml': {
    zh: 'XML 与网页不能导入为 API 资产：请粘贴 OpenAPI、Postman、cURL、接口地址或 JSON 响应样例；SOAP 服务请粘贴它的 WSDL',
    en: 'XML and web pages are not imported as API assets: paste OpenAPI, Postman, cURL, an address or a sample answer in JSON; of a SOAP service its WSDL.',
  },
  'invalid.collectionCycle': { zh: '不能移动到自己的下级分类', en: 'A category cannot lie below itself.' },
  'invalid.collectionPlatform': { zh: '分类属于另一个平台', en: 'The category belongs to another platform.' },
  'conflict.exports': {
    zh: '同时最多进行 {value} 个导出，请等其中一个结束或取消它',
    en: 'Only {value} exports at once. Wait for one to end, or cancel it.',
  },
  'conflict.personName': {
    zh: '请完整输入用户名“{value}”以确认清除',
    en: 'Type the whole user name, "{value}", to confirm the erasure.',
  },
  'conflict.tenantExport': {
    zh: '已有一个租户导出正在进行，请等它结束或取消它',
    en: 'An export of the tenant is under way. Wait for it to end, or cancel it.',
  },
  'conflict.tenantEnd': {
    zh: '已经申请注销这个租户',
    en: 'The end of this tenant was asked for already.',
  },
  'conflict.tenantName': {
    zh: '请完整输入租户名称“{value}”以确认注销',
    en: 'Type the whole name of the tenant, "{value}", to confirm its end.',
  },
  'notFound.tenantEnd': {
    zh: '没有可以撤回的注销申请：没有人申请，或删除已经开始',
    en: 'There is no end to take back: nobody asked for it, or the removal has begun.',
  },
  'notFound.tenantProof': {
    zh: '没有找到注销证明：密钥不正确，或删除还没有完成',
    en: 'There is no such proof: the key is wrong, or the removal has not ended.',
  },
  'conflict.aggregateOwner': {
    zh: '只有 {value} 能修改这个报表，你可以复制一份再改',
    en: 'Only {value} can change this report. Copy it and change the copy.',
  },
  'conflict.aggregateName': { zh: '你已有名为“{value}”的报表', en: 'You have a report named "{value}" already.' },
  'conflict.aggregates': {
    zh: '一个方案下每人最多保存 {value} 个报表，请先删除不用的',
    en: 'One person keeps at most {value} reports of a strategy. Delete one first.',
  },
  'conflict.computations': {
    zh: '同时最多计算 {value} 个报表，请等其中一个结束或取消它',
    en: 'Only {value} reports are computed at once. Wait for one to end, or cancel it.',
  },
  'conflict.noResult': { zh: '报表还没有计算结果，请先计算', en: 'The report has no result yet. Compute it first.' },
  'invalid.aggregateGroups': {
    zh: '分组超过 {value} 个，请放宽日期粒度、减少分组字段或缩小筛选范围',
    en: 'There are more than {value} groups. Group dates by longer spans, leave a group out, or narrow the filter.',
  },
  'invalid.aggregateDistinct': {
    zh: '去重计数的不同值超过 {value} 个，请换一个字段或缩小筛选范围',
    en: 'There are more than {value} different values to count. Count another field, or narrow the filter.',
  },
  'unavailable.exports': { zh: '此处没有导出目录，不能导出', en: 'There is no place for exports here.' },
  'conflict.alertChannel': {
    zh: '有 {value} 条规则在使用此通道，请先改用其他通道',
    en: '{value} rules send to this channel. Let them use another one first.',
  },
  'invalid.alertToken': {
    zh: '请填写机器人的 Webhook 地址或其中的令牌',
    en: 'Enter the address of the robot’s webhook, or the token in it.',
  },
  'invalid.alertAddress': { zh: '请至少填写一个邮箱地址', en: 'Enter at least one e-mail address.' },
  'invalid.alertUrl': {
    zh: '请填写以 http:// 或 https:// 开头、不含用户名和密码的地址',
    en: 'Enter an address that begins with http:// or https:// and holds no user and password.',
  },
  'invalid.timeZone': { zh: '没有这个时区：{value}', en: 'There is no such time zone: {value}' },
  'invalid.quiet': {
    zh: '免打扰时段不能覆盖整周；不需要发送时请停用通道',
    en: 'Quiet hours cannot cover the whole week. Switch the channel off instead.',
  },
  'invalid.alertThreshold': { zh: '阈值须在 {value} 之间', en: 'The threshold must be {value}.' },
  'invalid.alertScope': { zh: '请选择规则适用的分组或方案', en: 'Choose the groups or strategies that it is for.' },
  'invalid.alertEscalation': { zh: '请选择升级后通知的通道', en: 'Choose the channels that it escalates to.' },
  'invalid.json': { zh: '请求体不是有效的 JSON', en: 'The body is not valid JSON.' },
  'mediaType.json': { zh: '只接受 application/json', en: 'Only application/json is accepted here.' },
  'mediaType.form': { zh: '请以 multipart/form-data 上传', en: 'Send the file as multipart/form-data.' },
  'invalid.unknownField': { zh: '未知字段 {field}', en: 'Unknown field {field}' },
  'invalid.configHeadField': {
    zh: '未知字段 {field}，这里只有 {value}',
    en: 'Unknown field {field}; here there are only {value}',
  },
  'invalid.unknownFieldNear': {
    zh: '未知字段 {field}，最接近的是 {value}',
    en: 'Unknown field {field}; the nearest one is {value}',
  },
  'invalid.text': { zh: '文本中含有不可用字符（NUL）', en: 'The text holds a NUL character, which cannot be stored.' },
  'invalid.range': { zh: '数值或时间超出范围', en: 'A number or a time is out of range.' },
  'invalid.file': { zh: '请选择一个文件', en: 'Send one file in the field "file".' },
  'invalid.push': { zh: '推送内容有误：{field}', en: 'Check what was pushed: {field}.' },
  'invalid.pushSecret': { zh: '按签名验证需要签名密钥', en: 'Signatures need a signing secret.' },
  'notFound.grantState': {
    zh: '授权已过期或已使用，请在连接器详情页重新发起',
    en: 'This grant has expired or was used. Begin again on the page of the connector.',
  },
  'notFound.version': { zh: '版本不存在', en: 'There is no such version.' },
  'conflict.envActive': { zh: '这是当前使用的环境', en: 'This environment is the active one.' },
  'conflict.envEmpty': {
    zh: '该环境还没有参数，请先填写',
    en: 'This environment has no parameters yet. Enter them first.',
  },
  'conflict.envVersion': {
    zh: '该版本属于另一个环境，请先切换环境',
    en: 'This version belongs to another environment. Switch to it first.',
  },
  'conflict.confirmSwitch': {
    zh: '有 {value} 个已启动的方案将使用新环境，请确认',
    en: '{value} started strategies will use the other environment. Confirm the switch.',
  },
  'conflict.grantKind': {
    zh: '该连接器的认证方式不是“OAuth2 授权码”，或参数不完整',
    en: 'This connector does not sign in by an OAuth2 authorization code, or its parameters are not complete.',
  },
  'invalid.lines': { zh: '{value} 行有误，没有保存任何内容', en: '{value} lines are wrong. Nothing was saved.' },
  'invalid.lineDuplicate': { zh: 'A 值“{value}”重复', en: 'The A value "{value}" is there twice.' },
  'invalid.lineKnown': {
    zh: 'A 值“{value}”已存在，请改用“按 A 值更新”',
    en: 'The A value "{value}" exists. Import with "update" to change it.',
  },
  'invalid.lineText': { zh: '“{value}”含有不可用字符', en: '"{value}" holds a character that cannot be stored.' },
  'invalid.params': { zh: '连接参数有误：{field}', en: 'Check the parameter {field}.' },
  'invalid.secretAnew': {
    zh: '地址已改变，请重新填写此项',
    en: 'The address has changed: enter this again.',
  },
  'invalid.cursor': { zh: '分页游标无效，请从第一页开始', en: 'The cursor is not valid. Start from the first page.' },
  'invalid.label': {
    zh: '标签“{value}”属于其他租户的机器',
    en: 'The label "{value}" names machines of another tenant.',
  },
  'invalid.retention': { zh: '至少保留 {value} 天（0 为永久）', en: 'Keep at least {value} days, or 0 for ever.' },
  'invalid.assignee': {
    zh: '只能指派给启用且有权查看方案的账号',
    en: 'Only somebody active who may see strategies can be given an error.',
  },
  'invalid.assigneeScope': {
    zh: '该账号看不到方案“{value}”，请先调整其角色的数据范围',
    en: 'This person does not see the strategy "{value}"; widen the data scope of the role first.',
  },
  'invalid.ruleScope': {
    zh: '你只能为自己看得到的方案设置规则，请选择一个方案',
    en: 'You may make rules only for strategies you see; choose one.',
  },
  'invalid.changeValue': {
    zh: '新值不是有效的 JSON：{value}',
    en: 'The new value is not valid JSON: {value}',
  },
  'invalid.confirm': { zh: '请输入方案名称“{value}”以确认', en: 'Type the name of the strategy to confirm: {value}' },
  'invalid.states': {
    zh: '只能清理已完成、错误、已忽略、已取消、重复或已删除的数据',
    en: 'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.',
  },
  'invalid.noIncrement': {
    zh: '方案没有增量字段，每次都读取全部',
    en: 'The strategy has no increment field; every run reads everything.',
  },
  'invalid.bound': {
    zh: '“{value}”不是增量字段的写法，请按源里的写法填写',
    en: '"{value}" is not how the increment field is written. Write it as the source does.',
  },
  'invalid.remedyTime': {
    zh: '增量字段里是 {value} 这样的数字，不是时间，无法按天补漏。请选择时间作为增量字段，或手工重跑一段',
    en: 'The increment field holds numbers like {value}, which are no times, so no past days can be read again. Choose a time as the increment field, or run a range by hand.',
  },
  'invalid.noRemedy': { zh: '方案没有配置补漏', en: 'The strategy has no remedy for omissions.' },
  'invalid.noDeletes': {
    zh: '方案不处理已删除的记录，请先选择“标记”或“删除”',
    en: 'The strategy leaves deleted records alone. Choose to mark or to delete them first.',
  },
  'invalid.planReplace': {
    zh: '整批替换的方案每次都读取全部，请直接运行',
    en: 'A strategy that replaces the whole set reads everything in every run. Just run it.',
  },
  'invalid.otherPlatform': {
    zh: '连接器属于另一平台（{value}），不能替换；请选择同一平台的连接器',
    en: 'That connector is of another platform ({value}) and cannot take the place; choose one of the same platform.',
  },
  'invalid.role': { zh: '该平台不能作为{value}', en: 'This platform cannot be a {value}.' },
  'invalid.image': {
    zh: '请上传 PNG、JPEG 或 WebP 图片，不超过 {value}',
    en: 'Send a PNG, JPEG or WebP picture of at most {value}.',
  },
  'invalid.tokenScope': {
    zh: '不能授予自己没有的权限：{value}',
    en: 'You cannot give a permission that you do not have: {value}',
  },
  'tooLarge.body': { zh: '请求体超过 {value} KB', en: 'The body is larger than {value} kB.' },
  'tooLarge.importSchemas': {
    zh: '接口描述里的引用展开后超过 {value} 个结构，请删去互相引用的结构或分成几份导入',
    en: 'Its references unfold to more than {value} schemas; take out those that name each other, or import it in parts.',
  },
  'tooLarge.values': {
    zh: '请求体里的值超过 {value} 个，请分几次发送',
    en: 'The body holds more than {value} values; send it in parts.',
  },
  'tooLarge.compute': {
    zh: '内容太复杂，在允许的时间和内存内没有读完。请分成几份发送',
    en: 'It could not be read within the time and memory that it may take; send it in parts.',
  },
  'tooLarge.text': {
    zh: '内容里的值超过 {value} 个，请分成几份发送',
    en: 'The text holds more than {value} values; send it in parts.',
  },
  'tooLarge.push': { zh: '推送内容超过 {value} KB', en: 'The push is larger than {value} kB.' },
  'tooLarge.file': { zh: '文件超过大小上限 {value}', en: 'The file is larger than {value}.' },

  'invalid.logRetention': {
    zh: '操作日志至少保留 {value} 天，只能清理更早的记录',
    en: 'The operation log is kept for {value} days at least. Choose an earlier day.',
  },
  'invalid.groupScope': {
    zh: '你的角色看不到这个分组，请选择角色数据范围内的分组',
    en: 'Your role does not see this group. Choose one within the role’s data scope.',
  },
  'invalid.oldPasswordRequired': { zh: '原密码不能为空', en: 'The old password is required.' },
  'invalid.passwordRequired': { zh: '新密码不能为空', en: 'The new password is required.' },
  'invalid.passwordSame': { zh: '新密码不能与旧密码一样', en: 'The new password must differ from the old one.' },
  'invalid.passwordShort': { zh: '新密码不能少于8位', en: 'The new password needs at least 8 characters.' },
  'invalid.passwordWeak': {
    zh: '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符',
    en: 'The new password needs at least 8 characters with a letter, a digit and a special character.',
  },
  'invalid.passwordCommon': {
    zh: '新密码过于常见，或包含用户名、租户名或产品名，请换一个',
    en: 'The new password is too common, or holds the name of the user, the tenant or the product. Choose another.',
  },
  'invalid.passwordMismatch': { zh: '两次新密码输入不一致', en: 'The two new passwords differ.' },
  'invalid.oldPassword': { zh: '原密码错误', en: 'The old password is wrong.' },

  'tooMany.strategies': {
    zh: '方案数已到租户上限 {value}，请联系平台管理员',
    en: 'The tenant has its {value} strategies, which is its quota. Ask the operator to raise it.',
  },
  'tooMany.pushes': {
    zh: '推送过于频繁，每分钟最多 {value} 次，请稍后重试',
    en: 'Too many pushes; at most {value} a minute. Try again in a moment.',
  },
  'tooMany.questions': {
    zh: '租户今天已提问 {value} 次，达到上限，请明天再试',
    en: 'The tenant has asked its {value} questions of today. Try again tomorrow.',
  },
  'tooMany.locked': {
    zh: '登录失败次数过多，{value} 分钟内只能在曾登录过此账号的浏览器中登录，也可请管理员解锁',
    en: 'Too many failures: for {value} minutes this account opens only in browsers it was used in before, unless an administrator unlocks it.',
  },
  'tooMany.attempts': { zh: '尝试过于频繁，请稍后再试', en: 'Too many attempts. Wait a moment and try again.' },
  'warning.poolOffline': {
    zh: '没有在线进程服务标签“{value}”，任务将等待其上线',
    en: 'No living process serves the label "{value}"; runs wait until one does.',
  },
  'warning.poolClosed': {
    zh: '该进程池当前不接任务，恢复后继续',
    en: 'This pool takes no runs now; they wait until it resumes.',
  },
  'unavailable.sms': { zh: '短信暂时无法发送，请稍后再试', en: 'No message can be sent now. Try again in a moment.' },
  'unavailable.sso': {
    zh: '身份提供方暂时无法访问，请稍后再试',
    en: 'The identity provider cannot be reached. Try again in a moment.',
  },
  'notice.run.failed': { zh: '方案“{value}”运行失败', en: 'The strategy "{value}" failed' },
  'notice.run.partial': {
    zh: '方案“{value}”有数据未写入',
    en: 'Records of the strategy "{value}" did not arrive',
  },
  'notice.run.imbalance': { zh: '方案“{value}”账不平', en: 'The books of the strategy "{value}" do not balance' },
  'notice.process.lost': {
    zh: '运行方案“{value}”的进程失联',
    en: 'The process that ran the strategy "{value}" was lost',
  },
  'notice.follow.lag': { zh: '方案“{value}”跟踪滞后', en: 'The strategy "{value}" falls behind its source' },
  'notice.error.found': { zh: '方案“{value}”出现新的错误', en: 'The strategy "{value}" has a new kind of error' },
  'notice.error.assigned': {
    zh: '方案“{value}”的错误已指派给你',
    en: 'An error of the strategy "{value}" is yours now',
  },
  'notice.strategy.health': {
    zh: '你订阅的方案“{value}”不健康',
    en: 'The strategy "{value}" that you watch does not do well',
  },
  'notice.catalogue.changed': {
    zh: '方案“{value}”依赖的表已变化',
    en: 'What the strategy "{value}" lives by has changed',
  },
  'notice.canary.ready': {
    zh: '方案“{value}”的灰度等待决定',
    en: 'The canary of the strategy "{value}" waits for a decision',
  },
  'notice.canary.rolledBack': {
    zh: '方案“{value}”的灰度已自动回退',
    en: 'The canary of the strategy "{value}" was rolled back by itself',
  },
  'notice.alert.strategy': { zh: '告警：方案“{value}”', en: 'Alert: the strategy "{value}"' },
  'notice.alert.connector': { zh: '告警：连接器“{value}”', en: 'Alert: the connector "{value}"' },
  'notice.alert.system': { zh: '告警：{value}', en: 'Alert: {value}' },
  'notice.account.open': {
    zh: '连接器“{value}”的对方系统不可用',
    en: 'The far system of the connector "{value}" cannot be used',
  },
  'notice.credential.expiring': {
    zh: '连接器“{value}”的凭证即将到期',
    en: 'A credential of the connector "{value}" ends soon',
  },
  'notice.quota.records': { zh: '本月记录额度', en: 'The quota of records this month' },
  'notice.quota.storage': { zh: '存储额度', en: 'The quota of storage' },
  'notice.approval.asked': { zh: '“{value}”等待审批', en: '"{value}" waits for approval' },
  'notice.approval.approved': { zh: '“{value}”已通过审批', en: '"{value}" has been approved' },
  'notice.approval.refused': { zh: '“{value}”被驳回', en: '"{value}" has been refused' },
  'notice.account.security': { zh: '账号安全提醒', en: 'Something changed at your account' },
  'notice.token.expiring': { zh: '访问令牌“{value}”即将到期', en: 'The access token "{value}" ends soon' },

  'mail.several': { zh: '{value} 条新通知', en: '{value} new notices' },
  'mail.intro': { zh: '租户“{value}”有新通知：', en: 'New in the tenant "{value}":' },
  'mail.open': { zh: '在控制台中查看', en: 'Open in the console' },
  'mail.why': {
    zh: '你在通知设置中为这些通知开启了邮件，可以随时关闭：',
    en: 'You switched e-mail on for these notices in your settings, and can switch it off there:',
  },
  'mail.testSubject': { zh: '测试邮件', en: 'Test mail' },
  'mail.test': {
    zh: '邮件可以送达。你的通知会发到这个地址。',
    en: 'Mails arrive. Your notices will come to this address.',
  },
  'mail.codeSubject': { zh: '邮箱验证码', en: 'Confirm your e-mail address' },
  'mail.code': {
    zh: '验证码：{value}，15 分钟内有效。如果不是你本人操作，请忽略这封邮件。',
    en: 'The code is {value} and counts for 15 minutes. If you did not ask for it, ignore this mail.',
  },
  'mail.movedSubject': { zh: '账号邮箱已更改', en: 'The e-mail address of your account was changed' },
  'mail.moved': {
    zh: '账号 {value} 的邮箱已从此地址改为其他地址。如果不是你本人操作，请立即修改密码并联系管理员。',
    en: 'The account {value} has left this address. If this was not you, change the password at once and tell your administrator.',
  },
  'invalid.emailCode': {
    zh: '验证码错误或已过期，请重新获取',
    en: 'The code is wrong or has run out. Ask for a new one.',
  },
  'conflict.noMail': { zh: '此安装还没有设置邮件服务', en: 'This installation has no mail service yet.' },
  'conflict.noMailAddress': {
    zh: '请先在“个人设置 - 基本设置”中填写并验证邮箱',
    en: 'Enter and confirm your e-mail address in your basic settings first.',
  },
  'unavailable.mail': { zh: '邮件没有发出：{value}', en: 'The mail was not sent: {value}' },
  'unavailable.draining': { zh: '服务正在停止', en: 'The server is shutting down.' },
  'unavailable.slow': {
    zh: '查询耗时过长，请缩小筛选范围',
    en: 'The query took too long. Narrow the filter.',
  },
  'unavailable.database': {
    zh: '数据库暂时无法访问，恢复后会自动继续，请稍后再试',
    en: 'The database cannot be reached. Work goes on by itself when it is back; try again in a moment.',
  },
  'unavailable.late': {
    zh: '处理超时，没有在规定时间内得到结果，请稍后再试',
    en: 'There was no answer in time. Try again in a moment.',
  },
  'unavailable.archive': {
    zh: '此进程没有归档目录，不能归档或恢复',
    en: 'This process has no place for archives, so it neither archives nor restores.',
  },
  'unavailable.storageFull': {
    zh: '存储空间已满：暂时不能保存，读取不受影响。请清理磁盘或扩容，之后会自动恢复',
    en: 'The storage is full: nothing can be saved for now, reading goes on. Free or add space; it then goes on by itself.',
  },
  'unavailable.demo': {
    zh: '此处不能使用演示沙箱，请联系系统管理员',
    en: 'The sandbox may not be used here. Ask the operator to switch it on.',
  },
  'tooLarge.configObjects': {
    zh: '一次最多 {value} 个对象，请分几次进行',
    en: 'At most {value} objects at once. Do it in parts.',
  },
  'tooLarge.config': {
    zh: '内容太多，{value} 秒内没有完成，什么都没有写入。请分几次进行；数据很多的方案先在页面上删除',
    en: 'This is too much for one go: it was not done within {value} s, and nothing was written. Do it in parts, and delete strategies with many records on their page first.',
  },
  'conflict.plan': {
    zh: '计划之后配置有了变化，什么都没有写入。请重新计划并核对差异',
    en: 'The configuration is no longer what was planned. Nothing was written: plan again and look at the differences.',
  },
  'invalid.configProblems': {
    zh: '文件中有 {value} 个问题，什么都没有写入。请按列出的文件和行修改后重新计划',
    en: 'The files have {value} problems, so nothing was written. Mend them where they are named and plan again.',
  },
  'invalid.configEmpty': { zh: '文件中没有对象：{value}', en: 'The file holds no object: {value}' },
  'invalid.configHead': {
    zh: '缺少 {field}：每个文件需要 kind、version、key 和 spec',
    en: '{field} is missing: every file needs kind, version, key and spec.',
  },
  'invalid.configKind': { zh: '未知的 kind：{value}', en: 'There is no such kind: {value}' },
  'invalid.configVersion': {
    zh: '不认识的文件版本“{value}”，本产品读写版本 1。请用同版本的产品导出',
    en: 'The file is of the form "{value}"; this product reads 1. Export it with a product of the same form.',
  },
  'invalid.configKey': {
    zh: 'key“{value}”无效：连接器、适配器和 API 资产写作“平台/名称”',
    en: 'The key "{value}" cannot be: connectors, adapters and API assets are written as platform/name.',
  },
  'invalid.configTwice': {
    zh: '同一对象写了两次：{value}。请删除其中一个文件',
    en: 'The same object is there twice: {value}. Remove one of the files.',
  },
  'invalid.configShared': {
    zh: '租户中有多个对象叫“{value}”，无法判断指的是哪一个。请先改名',
    en: 'Several objects of the tenant are called "{value}", so it is not clear which one is meant. Rename them first.',
  },
  'invalid.configReference': {
    zh: '“{value}”不存在：文件和租户中都没有。请补上文件或修正名称',
    en: '"{value}" is neither in the files nor in the tenant. Add its file or mend the name.',
  },
  'invalid.configSecret': {
    zh: '密钥 {value} 没有值。请设置同名环境变量，或在页面上填写',
    en: 'The secret {value} has no value. Set the environment variable of that name, or enter it on the page.',
  },
  'invalid.configOpenSecret': {
    zh: '密钥不能以明文写在文件里。请写成占位符 {value}，值在应用时从环境变量读取',
    en: 'A secret may not stand in a file. Write the placeholder {value}; its value comes from the environment.',
  },
  'invalid.configNumeral': {
    zh: '数字 {value} 超出精度，会丢失位数。请加引号写成文本',
    en: 'The numeral {value} would lose digits. Write it in quotes.',
  },
  'invalid.configStatus': {
    zh: '当前状态是 {value}，不能退回草稿。请写 stopped 停用',
    en: 'It is {value} and cannot become a draft again. Write stopped.',
  },
  'config.running': {
    zh: '方案正在运行，下一次运行起按新版本执行',
    en: 'The strategy is running; its next run follows the new version.',
  },
  'config.cursorForgotten': {
    zh: '源端变了：续传位置 {value} 将被清除，下一次运行从头读取',
    en: 'The source is another: the cursor {value} is forgotten and the next run reads from the start.',
  },
  'config.approval': {
    zh: '租户要求审批：已提交发布申请，通过后才生效',
    en: 'The tenant asks for approval: publishing was asked for and takes effect when it is granted.',
  },
  'config.stateKept': {
    zh: '未选择应用状态，续传位置保持不变',
    en: 'State is not to be applied, so the cursor stays where it is.',
  },
  'config.shared': {
    zh: '同名对象不止一个，没有导出。请改名后重新导出',
    en: 'Several objects bear this name, so none was exported. Rename them and export again.',
  },
  'config.lines': {
    zh: '超过 {value} 行，只导出了规则。请用值映射自己的导出和导入搬运行',
    en: 'It has more than {value} lines, so only its rules were exported. Its own export and import move the lines.',
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>

export type MessageCode = keyof typeof messages
export type { Language }

/** What the sources of this room write in two languages, in the others. */
const catalogues = { tw, pt } as const satisfies Catalogues

/** The sentence of a code, or `fallback` when the dictionary has none. */
export function writeMessage(
  code: string,
  language: Language,
  values: { readonly field?: string; readonly value?: string },
  fallback: string,
): string {
  const entry = Object.hasOwn(messages, code) ? messages[code as MessageCode] : undefined // own key: checked above
  if (!entry) return fallback
  return sayWords(entry, language)
    .replace('{field}', () => values.field ?? '')
    .replace('{value}', () => values.value ?? '')
}

/** A text of this room in the caller's language. */
export function sayWords(words: Words, language: Language): string {
  const other: Sentences | undefined = language === 'tw' || language === 'pt' ? catalogues[language] : undefined
  return words[language] ?? other?.[words.en] ?? sayIn(words, language)
}

/**
 * Sentences of the engine and its connectors for this caller. They are English; `translate` knows the rest.
 * @param timeZone in which their times are written; absent, they stay ISO in UTC
 */
export function tellIn(
  language: Language,
  translate: Readonly<Record<OtherLanguage, Translate>>,
  timeZone?: string,
): Translate {
  const tell: Translate = language === 'en' ? sentence => sentence : translate[language]
  return timeZone === undefined ? tell : sentence => writeTimes(tell(sentence), timeZone, Date.now())
}

/** The first language asked for that we have; zh without one. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const [, name = 'zh', region = ''] = /(?:^|,)\s*(zh|en|pt)\b(?:-(\w+))?/i.exec(acceptLanguage ?? '') ?? []
  const language = name.toLowerCase() as 'zh' | 'en' | 'pt' // the pattern has no other
  return language === 'zh' && /^(tw|hk|mo|hant)$/i.test(region) ? 'tw' : language
}

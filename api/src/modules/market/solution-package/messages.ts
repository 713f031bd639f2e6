import type { Messages } from '../../../http/messages.ts'

/** What packages are refused with, and what is said of them. */
export const messages = {
  'conflict.packageNotWhole': {
    zh: '保存的方案包版本不完整（{value}），无法读取。请让发布者重新发布，或重新上传它的文件',
    en: 'The stored version of the package is not whole ({value}) and cannot be read. Have it released again, or upload its file anew.',
    pt: 'A versão guardada do pacote não está inteira ({value}) e não pode ser lida. Peça que seja publicada de novo ou envie o arquivo outra vez.',
  },
  'invalid.packageAlong': {
    zh: '“{value}”不存在或没有共享，请刷新后重新选择',
    en: '"{value}" is not there, or is not shared. Load the page again and choose anew.',
    pt: '"{value}" não existe ou não está compartilhado. Recarregue a página e escolha de novo.',
  },
  'notFound.package': { zh: '方案包不存在', en: 'There is no such package.', pt: 'Este pacote não existe.' },
  'notFound.release': {
    zh: '该版本不存在或已下架',
    en: 'There is no such release, or it is offered no longer.',
    pt: 'Esta versão não existe ou não é mais oferecida.',
  },
  'tooLarge.package': {
    zh: '方案包超过 {value} MB',
    en: 'The package is larger than {value} MB.',
    pt: 'O pacote tem mais de {value} MB.',
  },
  'invalid.packageForm': {
    zh: '这不是可读取的方案包文件：{value}',
    en: 'This is no file of a package: {value}',
    pt: 'Este não é um arquivo de pacote: {value}',
  },
  'invalid.packageUnsigned': {
    zh: '方案包没有签名，不能安装',
    en: 'The package is not signed, so it cannot be installed.',
    pt: 'O pacote não está assinado e não pode ser instalado.',
  },
  'invalid.packageAltered': {
    zh: '方案包在“{value}”签名之后被改动过，已拒绝',
    en: 'The package was altered after "{value}" signed it. It is refused.',
    pt: 'O pacote foi alterado depois da assinatura de "{value}" e foi recusado.',
  },
  'invalid.packageSlot': {
    zh: '请为“{value}”选择连接器',
    en: 'Choose a connector for "{value}".',
    pt: 'Escolha um conector para "{value}".',
  },
  'invalid.packageKind': {
    zh: '方案包不能包含“{value}”：连接器和游标属于安装它的租户',
    en: 'A package holds no "{value}": connectors and cursors belong to whoever installs it.',
    pt: 'Um pacote não contém "{value}": conectores e cursores pertencem a quem o instala.',
  },
  'invalid.packageOutside': {
    zh: '方案包引用了不属于它的对象：{value}',
    en: 'The package names something that is not in it: {value}',
    pt: 'O pacote cita algo que não está nele: {value}',
  },
  'invalid.packageParam': {
    zh: '方案包使用了未声明的参数“{value}”',
    en: 'The package asks for the parameter "{value}" without declaring it.',
    pt: 'O pacote usa o parâmetro "{value}" sem declará-lo.',
  },
  'invalid.packageParamUnknown': {
    zh: '方案包没有参数“{value}”',
    en: 'The package has no parameter "{value}".',
    pt: 'O pacote não tem o parâmetro "{value}".',
  },
  'invalid.packageParamEmpty': { zh: '此参数必填', en: 'This value is required.', pt: 'Este valor é obrigatório.' },
  'invalid.packageParamPlaceholder': {
    zh: '“{value}”里有 {{…}} 这样的占位符，不会被替换。请填写真正的值',
    en: '"{value}" holds a placeholder like {{…}} that nothing fills. Enter the value itself.',
    pt: '"{value}" contém um marcador como {{…}} que nada preenche. Informe o próprio valor.',
  },
  'invalid.packageParamForm': {
    zh: '“{value}”不符合此参数的类型',
    en: '"{value}" does not fit the type of this parameter.',
    pt: '"{value}" não corresponde ao tipo deste parâmetro.',
  },
  'invalid.packageField': {
    zh: '找不到常量“{value}”',
    en: 'There is no constant at "{value}".',
    pt: 'Não há constante em "{value}".',
  },
  'conflict.packageErrors': {
    zh: '还有 {value} 处问题，不能发布',
    en: 'Problems in the way of a release: {value}. Mend them first.',
    pt: 'Problemas que impedem a publicação: {value}. Corrija-os primeiro.',
  },
  'conflict.packageSamples': {
    zh: '有 {value} 个样例与预期不符，不能发布',
    en: 'Samples that do not come out as expected: {value}. Mend them first.',
    pt: 'Amostras que não resultam no esperado: {value}. Corrija-as primeiro.',
  },
  'conflict.packageVersion': {
    zh: '版本 {value} 已发布，请使用更高的版本号',
    en: 'Version {value} is released, or a newer one. Choose a higher number.',
    pt: 'A versão {value} já foi publicada, ou uma mais nova. Escolha um número maior.',
  },
  'conflict.packageBreaks': {
    zh: '此次修改会影响已安装的用户，版本号至少应为 {value}',
    en: 'What is other breaks installations: the version must be {value} at least.',
    pt: 'As mudanças afetam instalações: a versão deve ser pelo menos {value}.',
  },
  'conflict.tooManyPackages': {
    zh: '最多 {value} 个方案包',
    en: 'There are {value} packages, which is as many as there may be.',
    pt: 'Já há {value} pacotes, o máximo permitido.',
  },

  'package.platform': {
    zh: '没有平台“{value}”',
    en: 'There is no platform "{value}".',
    pt: 'Não existe a plataforma "{value}".',
  },
  'package.flowStrategy': {
    zh: '没有方案“{value}”',
    en: 'There is no strategy "{value}" in the package.',
    pt: 'Não há a estratégia "{value}" no pacote.',
  },
  'package.slot': {
    zh: '没有声明连接“{value}”',
    en: 'The connection "{value}" is not declared.',
    pt: 'A conexão "{value}" não está declarada.',
  },
  'package.slotUnused': {
    zh: '连接“{value}”未被使用',
    en: 'Nothing uses the connection "{value}".',
    pt: 'Nada usa a conexão "{value}".',
  },
  'package.sampleEnd': {
    zh: '样例须写明预期结果或拒绝原因，二者之一',
    en: 'A sample says what is expected, or how it is refused: one of both.',
    pt: 'Uma amostra diz o que se espera ou como é recusada: um dos dois.',
  },
  'package.noFlow': {
    zh: '方案“{value}”不在数据范围中，安装者看不到它',
    en: 'The strategy "{value}" is in no flow: whoever installs does not see it.',
    pt: 'A estratégia "{value}" não está em nenhum fluxo: quem instala não a vê.',
  },
  'package.noSample': {
    zh: '方案“{value}”没有样例',
    en: 'The strategy "{value}" has no sample.',
    pt: 'A estratégia "{value}" não tem amostra.',
  },
  'package.noReadme': {
    zh: '没有说明文档',
    en: 'There is no document that says what it does.',
    pt: 'Não há documento que diga o que ele faz.',
  },
  'package.twice': { zh: '“{value}”出现了两次', en: '"{value}" is there twice.', pt: '"{value}" aparece duas vezes.' },
  'package.missing': {
    zh: '缺少引用的对象：{value}',
    en: 'What is named is not in the package: {value}',
    pt: 'O que é citado não está no pacote: {value}',
  },
  'package.connector': {
    zh: '引用了某个租户的连接器：{value}',
    en: 'It names a connector of a tenant: {value}',
    pt: 'Cita um conector de um locatário: {value}',
  },
  'package.param': {
    zh: '使用了未声明的参数“{value}”',
    en: 'It asks for the parameter "{value}", which is not declared.',
    pt: 'Usa o parâmetro "{value}", que não está declarado.',
  },
  'package.paramUnused': {
    zh: '参数“{value}”未被使用',
    en: 'Nothing uses the parameter "{value}".',
    pt: 'Nada usa o parâmetro "{value}".',
  },
  'package.secret': {
    zh: '含有密钥占位符：{value}',
    en: 'There is a place of a secret in it: {value}',
    pt: 'Contém o lugar de um segredo: {value}',
  },
  'package.tenantId': {
    zh: '含有疑似租户内部编号：{value}',
    en: 'What looks like an id of a tenant is in it: {value}',
    pt: 'Contém o que parece ser um id de um locatário: {value}',
  },
  'package.looksSecret': {
    zh: '像是密钥或密码：{value}',
    en: 'This looks like a key or a password: {value}',
    pt: 'Parece uma chave ou senha: {value}',
  },
  'package.noLicence': {
    zh: '没有写许可，别人不知道能怎样使用',
    en: 'It names no licence: others do not know what they may do with it.',
    pt: 'Não cita licença: os outros não sabem o que podem fazer com ele.',
  },
  'package.host': {
    zh: '会访问固定地址：{value}',
    en: 'It names an address: {value}',
    pt: 'Cita um endereço: {value}',
  },
  'package.script': {
    zh: '含有脚本，审核时请阅读',
    en: 'It has a script: read it before you approve.',
    pt: 'Contém um script: leia-o antes de aprovar.',
  },
  'package.app': {
    zh: '平台需要安装者自己的应用凭据',
    en: 'Its platform needs credentials of whoever installs.',
    pt: 'A plataforma precisa de credenciais de quem instala.',
  },

  'package.change.slotNew': {
    zh: '需要新的连接：{value}',
    en: 'A new connection is needed: {value}',
    pt: 'Precisa de uma nova conexão: {value}',
  },
  'package.change.slotGone': {
    zh: '不再需要连接：{value}',
    en: 'A connection is needed no longer: {value}',
    pt: 'Não precisa mais da conexão: {value}',
  },
  'package.change.slotPlatform': {
    zh: '连接“{value}”换了平台',
    en: 'The connection {value} is of another platform',
    pt: 'A conexão {value} é de outra plataforma',
  },
  'package.change.paramNew': {
    zh: '必须填写新参数：{value}',
    en: 'A new value has to be given: {value}',
    pt: 'É preciso informar um novo valor: {value}',
  },
  'package.change.paramOptional': {
    zh: '新增参数：{value}',
    en: 'New parameter: {value}',
    pt: 'Novo parâmetro: {value}',
  },
  'package.change.paramGone': {
    zh: '取消参数：{value}',
    en: 'Parameter gone: {value}',
    pt: 'Parâmetro removido: {value}',
  },
  'package.change.paramType': {
    zh: '参数“{value}”换了类型',
    en: 'The parameter {value} is of another type',
    pt: 'O parâmetro {value} tem outro tipo',
  },
  'package.change.flowNew': {
    zh: '新增必选流程：{value}',
    en: 'New flow that cannot be left out: {value}',
    pt: 'Novo fluxo obrigatório: {value}',
  },
  'package.change.flowOptional': { zh: '新增可选流程：{value}', en: 'New flow: {value}', pt: 'Novo fluxo: {value}' },
  'package.change.flowGone': { zh: '取消流程：{value}', en: 'Flow gone: {value}', pt: 'Fluxo removido: {value}' },
  'package.change.key': {
    zh: '方案“{value}”换了主键，所有数据将视为新数据',
    en: 'The strategy {value} has another key: every record counts as new',
    pt: 'A estratégia {value} tem outra chave: todo registro conta como novo',
  },
  'package.change.field': {
    zh: '不再写入字段：{value}',
    en: 'A field is filled no longer: {value}',
    pt: 'Um campo não é mais preenchido: {value}',
  },
  'package.change.api': {
    zh: '网关接口不再提供：{value}；正在调用的应用在 90 天内仍按原来的版本',
    en: 'The gateway hands out no longer: {value}. Whoever calls it keeps the version before for 90 days',
    pt: 'O gateway não entrega mais: {value}. Quem o chama mantém a versão anterior por 90 dias',
  },
  'package.change.objectNew': { zh: '新增对象：{value}', en: 'New: {value}', pt: 'Novo: {value}' },
  'package.change.objectGone': { zh: '移除对象：{value}', en: 'Gone: {value}', pt: 'Removido: {value}' },
  'package.change.object': { zh: '修改对象：{value}', en: 'Changed: {value}', pt: 'Alterado: {value}' },
} as const satisfies Messages

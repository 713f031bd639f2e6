import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.configHeadField': {
    zh: '未知字段 {field}，这里只有 {value}',
    en: 'Unknown field {field}; here there are only {value}',
    pt: 'Campo desconhecido {field}; aqui existem apenas {value}',
  },
  'tooLarge.configObjects': {
    zh: '一次最多 {value} 个对象，请分几次进行',
    en: 'At most {value} objects at once. Do it in parts.',
    pt: 'No máximo {value} objetos de uma vez. Faça em partes.',
  },
  'tooLarge.config': {
    zh: '内容太多，{value} 秒内没有完成，什么都没有写入。请分几次进行；数据很多的方案先在页面上删除',
    en: 'This is too much for one go: it was not done within {value} s, and nothing was written. Do it in parts, and delete strategies with many records on their page first.',
    pt: 'É muito para uma só vez: não terminou em {value} s e nada foi gravado. Faça em partes e exclua antes, na página delas, as estratégias com muitos registros.',
  },
  'conflict.plan': {
    zh: '计划之后配置有了变化，什么都没有写入。请重新计划并核对差异',
    en: 'The configuration is no longer what was planned. Nothing was written: plan again and look at the differences.',
    pt: 'A configuração já não é a que foi planejada. Nada foi gravado: planeje de novo e confira as diferenças.',
  },
  'invalid.configProblems': {
    zh: '文件中有 {value} 个问题，什么都没有写入。请按列出的文件和行修改后重新计划',
    en: 'The files have {value} problems, so nothing was written. Mend them where they are named and plan again.',
    pt: 'Os arquivos têm {value} problemas, por isso nada foi gravado. Corrija-os onde são indicados e planeje de novo.',
  },
  'invalid.configEmpty': {
    zh: '文件中没有对象：{value}',
    en: 'The file holds no object: {value}',
    pt: 'O arquivo não contém nenhum objeto: {value}',
  },
  'invalid.configHead': {
    zh: '缺少 {field}：每个文件需要 kind、version、key 和 spec',
    en: '{field} is missing: every file needs kind, version, key and spec.',
    pt: 'Falta {field}: todo arquivo precisa de kind, version, key e spec.',
  },
  'invalid.configKind': {
    zh: '未知的 kind：{value}',
    en: 'There is no such kind: {value}',
    pt: 'Não existe esse kind: {value}',
  },
  'invalid.configVersion': {
    zh: '不认识的文件版本“{value}”，本产品读写版本 1。请用同版本的产品导出',
    en: 'The file is of the form "{value}"; this product reads 1. Export it with a product of the same form.',
    pt: 'O arquivo tem o formato "{value}"; este produto lê o 1. Exporte-o com um produto do mesmo formato.',
  },
  'invalid.configKey': {
    zh: 'key“{value}”无效：连接器、适配器和 API 资产写作“平台/名称”',
    en: 'The key "{value}" cannot be: connectors, adapters and API assets are written as platform/name.',
    pt: 'A key "{value}" não é válida: conectores, adaptadores e ativos de API são escritos como plataforma/nome.',
  },
  'invalid.configReportKey': {
    zh: 'key“{value}”无效：报表写作“方案编码/名称”，名称最多 60 个字',
    en: 'The key "{value}" cannot be: a report is written as the code of its strategy, a stroke, and a name of at most 60 letters.',
    pt: 'A key "{value}" não é válida: um relatório é escrito como o código da estratégia, uma barra e um nome de no máximo 60 letras.',
  },
  'invalid.configTwice': {
    zh: '同一对象写了两次：{value}。请删除其中一个文件',
    en: 'The same object is there twice: {value}. Remove one of the files.',
    pt: 'O mesmo objeto aparece duas vezes: {value}. Remova um dos arquivos.',
  },
  'invalid.configShared': {
    zh: '租户中有多个对象叫“{value}”，无法判断指的是哪一个。请先改名',
    en: 'Several objects of the tenant are called "{value}", so it is not clear which one is meant. Rename them first.',
    pt: 'Vários objetos do locatário se chamam "{value}", e não está claro qual é o desejado. Renomeie-os primeiro.',
  },
  'invalid.configReference': {
    zh: '“{value}”不存在：文件和租户中都没有。请补上文件或修正名称',
    en: '"{value}" is neither in the files nor in the tenant. Add its file or mend the name.',
    pt: '"{value}" não está nos arquivos nem no locatário. Acrescente o arquivo ou corrija o nome.',
  },
  'invalid.configSecret': {
    zh: '密钥 {value} 没有值。请设置同名环境变量，或在页面上填写',
    en: 'The secret {value} has no value. Set the environment variable of that name, or enter it on the page.',
    pt: 'O segredo {value} não tem valor. Defina a variável de ambiente com esse nome ou informe-o na página.',
  },
  'invalid.configOpenSecret': {
    zh: '密钥不能以明文写在文件里。请写成占位符 {value}，值在应用时从环境变量读取',
    en: 'A secret may not stand in a file. Write the placeholder {value}; its value comes from the environment.',
    pt: 'Um segredo não pode estar num arquivo. Escreva o marcador {value}; o valor vem do ambiente.',
  },
  'invalid.configStatus': {
    zh: '当前状态是 {value}，不能退回草稿。请写 stopped 停用',
    en: 'It is {value} and cannot become a draft again. Write stopped.',
    pt: 'O estado é {value} e não pode voltar a ser rascunho. Escreva stopped.',
  },
  'config.running': {
    zh: '方案正在运行，下一次运行起按新版本执行',
    en: 'The strategy is running; its next run follows the new version.',
    pt: 'A estratégia está em execução; a próxima execução segue a nova versão.',
  },
  'config.cursorForgotten': {
    zh: '源端变了：续传位置 {value} 将被清除，下一次运行从头读取',
    en: 'The source is another: the cursor {value} is forgotten and the next run reads from the start.',
    pt: 'A origem é outra: o cursor {value} é esquecido e a próxima execução lê desde o início.',
  },
  'conflict.strategyNotWhole': {
    zh: '方案 {value} 保存的版本不完整，无法读取。请打开该方案，恢复到之前的版本或重新保存',
    en: 'The stored version of the strategy {value} is not whole and cannot be read. Open it and go back to a version before, or save it anew.',
    pt: 'A versão guardada da estratégia {value} não está inteira e não pode ser lida. Abra-a e volte a uma versão anterior, ou salve-a de novo.',
  },
  'invalid.configName': {
    zh: 'key“{value}”无效：名称不能为空，首尾不能有空格，对账流程最多 60 个字，账单类型最多 100 个字',
    en: 'The key "{value}" cannot be: a name is not empty, has no space at its ends, and at most 60 letters for a flow, 100 for a kind of bill.',
    pt: 'A key "{value}" não é válida: o nome não pode ser vazio nem ter espaços nas pontas, com no máximo 60 letras para um fluxo e 100 para um tipo de extrato.',
  },
  'config.gatewayNew': {
    zh: '应用以停用状态创建，没有密钥；在网关应用页面生成密钥并启用后才能调用',
    en: 'The application is made switched off and without a secret: it is called once somebody makes one and switches it on.',
    pt: 'O aplicativo é criado desligado e sem segredo: só é chamado depois que alguém gera um e o liga.',
  },
  'config.gatewayVersion': {
    zh: '有人在调用：原来的接口版本继续保留 {value} 天，新内容在下一个版本的地址上',
    en: 'Somebody calls it: the version before goes on for {value} days, the next one has its own address.',
    pt: 'Alguém o chama: a versão anterior continua por {value} dias, a próxima tem o seu próprio endereço.',
  },
  'config.flowAccounts': {
    zh: '对账流程没有账户，不会执行；选择账户后才开始对账',
    en: 'The flow has no accounts and matches nothing until somebody chooses them.',
    pt: 'O fluxo não tem contas e nada concilia até que alguém as escolha.',
  },
  'config.approval': {
    zh: '租户要求审批：已提交发布申请，通过后才生效',
    en: 'The tenant asks for approval: publishing was asked for and takes effect when it is granted.',
    pt: 'O locatário exige aprovação: a publicação foi solicitada e vale quando for concedida.',
  },
  'config.stateKept': {
    zh: '未选择应用状态，续传位置保持不变',
    en: 'State is not to be applied, so the cursor stays where it is.',
    pt: 'O estado não será aplicado, por isso o cursor fica onde está.',
  },
  'config.shared': {
    zh: '同名对象不止一个，没有导出。请改名后重新导出',
    en: 'Several objects bear this name, so none was exported. Rename them and export again.',
    pt: 'Vários objetos têm este nome, por isso nenhum foi exportado. Renomeie-os e exporte de novo.',
  },
  'config.lines': {
    zh: '超过 {value} 行，只导出了规则。请用值映射自己的导出和导入搬运行',
    en: 'It has more than {value} lines, so only its rules were exported. Its own export and import move the lines.',
    pt: 'Tem mais de {value} linhas, por isso só as regras foram exportadas. A exportação e a importação próprias levam as linhas.',
  },
} as const satisfies Messages

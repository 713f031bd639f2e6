import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.':
    'Escolha outra tabela ou conceda ao usuário permissões nela.',
  'If it is to be so, an administrator of the database runs this.':
    'Se for para ser assim, um administrador do banco de dados executa isto.',
  'The user may neither read nor write any table of this database.':
    'O usuário não pode ler nem gravar nenhuma tabela deste banco de dados.',
  'Grant select (source) or select, insert, update and delete (target) on the database.':
    'Conceda select (origem) ou select, insert, update e delete (destino) no banco de dados.',
  '"{name}" cannot be a name in SQL Server (1 to {limit} characters).':
    '"{name}" não pode ser um nome no SQL Server (1 a {limit} caracteres).',
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check both, that the server allows SQL Server authentication, and that the login is not locked or expired.':
    'Verifique ambos, se o servidor permite a autenticação do SQL Server e se o login não está bloqueado ou expirado.',
  'The database does not exist or this user may not use it.':
    'O banco de dados não existe ou este usuário não pode usá-lo.',
  'Check the database name, or map the login to a user of it.':
    'Verifique o nome do banco de dados, ou associe o login a um usuário dele.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'Grant the user select (source) or select, insert, update and delete (target) on the table.':
    'Conceda ao usuário select (origem) ou select, insert, update e delete (destino) na tabela.',
  'Another transaction was in the way (deadlock).': 'Outra transação estava no caminho (deadlock).',
  'The rows are locked by another transaction.': 'As linhas estão bloqueadas por outra transação.',
  'The disk, a file group or the log of the database is full.':
    'O disco, um grupo de arquivos ou o log do banco de dados está cheio.',
  'Free space on the server; writing goes on by itself.': 'Libere espaço no servidor; a gravação continua sozinha.',
  'The database is read-only (a replica, or set so by its administrator).':
    'O banco de dados é somente leitura (uma réplica, ou definido assim pelo administrador).',
  'Write to the primary server.': 'Grave no servidor primário.',
  'The server has no resources left for this at the moment.': 'O servidor não tem recursos para isto no momento.',
  'It is tried again by itself; raise the limits of the server or of its service tier.':
    'Será tentado de novo automaticamente; aumente os limites do servidor ou da sua camada de serviço.',
  'The table or view has vanished.': 'A tabela ou visão desapareceu.',
  'Choose the table again, or restore it.': 'Escolha a tabela novamente ou restaure-a.',
  'The statement took longer than allowed.': 'O comando demorou mais do que o permitido.',
  'Add an index for the key and the increment field, or narrow the condition.':
    'Adicione um índice para a chave e o campo de incremento ou restrinja a condição.',
  'The firewall of the server lets this address not in.': 'O firewall do servidor não deixa este endereço entrar.',
  'Add the address of this machine to the firewall rules of the server.':
    'Adicione o endereço desta máquina às regras de firewall do servidor.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'The server accepted the connection but did not answer in time.':
    'O servidor aceitou a conexão, mas não respondeu a tempo.',
  'Check that a SQL Server listens on this port.': 'Verifique se um SQL Server escuta nesta porta.',
  'The server and this setting do not agree on encryption.':
    'O servidor e esta configuração não concordam sobre a criptografia.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Where the server takes encrypted connections only, set SSL mode to encrypted; where it offers none, set it to off.':
    'Onde o servidor só aceita conexões criptografadas, defina o modo SSL como criptografado; onde não oferece nenhuma, desative-o.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'The column "{name}" would keep another value than this one.':
    'A coluna "{name}" guardaria um valor diferente deste.',
  'Use a longer column, or a Unicode type such as nvarchar.':
    'Use uma coluna mais longa, ou um tipo Unicode como nvarchar.',
  'The key equals another key under the collation of the column (case, accents or trailing blanks).':
    'A chave é igual a outra chave sob o agrupamento da coluna (maiúsculas, acentos ou espaços no final).',
  'Give the key column a binary collation (Latin1_General_100_BIN2).':
    'Dê à coluna da chave um agrupamento binário (Latin1_General_100_BIN2).',
  'A row with this key exists already ({index}).': 'Já existe uma linha com esta chave ({index~}).',
  'The row points to a row that does not exist, or others point to it ({rule}).':
    'A linha aponta para uma linha que não existe, ou outras apontam para ela ({rule}).',
  'The row breaks a rule of the table ({rule}).': 'A linha viola uma regra da tabela ({rule}).',
  'The database refused the row: {message}.': 'O banco de dados recusou a linha: {message~}.',
  'The table "{name}" exists already.': 'A tabela "{name}" já existe.',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    'O certificado de {host} não pode ser verificado, porque é um endereço e não um nome.',
  'Give the host name that stands in the certificate.': 'Informe o nome do host que consta no certificado.',
  'The query has a quote inside of a name in brackets.': 'A consulta tem aspas dentro de um nome entre colchetes.',
  'Write the name in double quotes.': 'Escreva o nome entre aspas duplas.',
  'The query was refused: {reason}.': 'A consulta foi recusada: {reason}.',
  'is not a UUID': 'não é um UUID',
  'cannot be written to a column of the type {name}': 'não pode ser gravado em uma coluna do tipo {name}',
  'would be rounded by the column (use datetime2)': 'seria arredondado pela coluna (use datetime2)',
  'has seconds, which a smalldatetime column drops': 'tem segundos, que uma coluna smalldatetime descarta',
  'SQL Server': 'SQL Server',
  'Reads and writes tables of SQL Server 2016 and later and Azure SQL, reads views.':
    'Lê e grava tabelas do SQL Server 2016 e posterior e do Azure SQL, lê visões.',
}

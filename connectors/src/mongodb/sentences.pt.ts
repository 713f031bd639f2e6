import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'MongoDB refused the user name or the password.': 'O MongoDB recusou o nome de usuário ou a senha.',
  'Check both, and the authentication database: it is the one in which the user was created.':
    'Verifique ambos e o banco de autenticação: é aquele em que o usuário foi criado.',
  'The user may not do this in the database.': 'O usuário não pode fazer isto no banco de dados.',
  'Give it the role "read" (source) or "readWrite" (target) on the database.':
    'Dê a ele o papel "read" (origem) ou "readWrite" (destino) no banco de dados.',
  'The server is not the primary of its replica set, or it is being started or stopped.':
    'O servidor não é o primário do seu replica set, ou está sendo iniciado ou parado.',
  'It is tried again by itself; if this stays, enter the name of the replica set so that the primary is found.':
    'Será tentado de novo automaticamente; se continuar, informe o nome do replica set para que o primário seja encontrado.',
  'The server gave up on the request, because it took too long.':
    'O servidor desistiu da requisição, porque ela demorou demais.',
  'Ask for smaller pages, or give the filter and the increment field an index.':
    'Peça páginas menores, ou crie um índice para o filtro e o campo de incremento.',
  'The server does not understand the filter.': 'O servidor não entende o filtro.',
  'Check the filter of the source.': 'Verifique o filtro da origem.',
  'The disk of the server is full.': 'O disco do servidor está cheio.',
  'Free some space; writing goes on by itself.': 'Libere espaço; a gravação continua automaticamente.',
  'The driver of MongoDB failed.': 'O driver do MongoDB falhou.',
  'MongoDB refused the request: {reason} ({code}).': 'O MongoDB recusou a requisição: {reason} ({code}).',
  'Look the code up in the documents of MongoDB.': 'Procure o código na documentação do MongoDB.',
  'The server belongs to no replica set of this name, or the set has no primary now.':
    'O servidor não pertence a um replica set com este nome, ou o conjunto não tem primário agora.',
  'Check the name of the replica set; leave it empty to use this one server.':
    'Verifique o nome do replica set; deixe vazio para usar só este servidor.',
  'Whatever listens on this port gives no answer to MongoDB.': 'O que escuta nesta porta não responde ao MongoDB.',
  'Check the port, usually 27017, and the encryption: a server with TLS says nothing to one without.':
    'Verifique a porta, geralmente 27017, e a criptografia: um servidor com TLS não responde a quem não a usa.',
  'The connection to MongoDB broke.': 'A conexão com o MongoDB caiu.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita automaticamente; se continuar, consulte o log do servidor.',
  'The request was stopped.': 'A requisição foi interrompida.',
  'There is no collection {name}.': 'Não há uma coleção {name}.',
  'Check the name and the database; a collection is made by its first document.':
    'Verifique o nome e o banco de dados; uma coleção é criada pelo seu primeiro documento.',
  'Write one query document as Extended JSON, for example {"status": "paid"}.':
    'Escreva um documento de consulta em Extended JSON, por exemplo {"status": "paid"}.',
  'The saved position does not belong to this collection and increment field.':
    'A posição salva não pertence a esta coleção e a este campo de incremento.',
  'The increment field was changed: reset the position of the strategy to read from the start.':
    'O campo de incremento mudou: redefina a posição da estratégia para ler desde o início.',
  'A document with this key exists already.': 'Já existe um documento com esta chave.',
  'The document breaks the rules of the collection (schema validation).':
    'O documento viola as regras da coleção (validação de esquema).',
  'The key of a document that exists cannot be changed (_id).':
    'A chave de um documento que existe não pode ser alterada (_id).',
  'The document is bigger than the 16 MiB that MongoDB holds.':
    'O documento é maior que os 16 MiB que o MongoDB comporta.',
  'MongoDB refused the document: {reason} ({code}).': 'O MongoDB recusou o documento: {reason} ({code}).',
  'The filter is no JSON.': 'O filtro não é JSON.',
  'The filter is no document: it must stand in curly brackets.':
    'O filtro não é um documento: deve estar entre chaves.',
  'The filter holds {script}, which runs a script on the server.':
    'O filtro contém {script}, que executa um script no servidor.',
  'The document holds a value that cannot be read, for example a date beyond the year 275760.':
    'O documento contém um valor que não pode ser lido, por exemplo uma data além do ano 275760.',
  'The document has the name {path} twice, and one of the values would be lost.':
    'O documento tem o nome {path} duas vezes, e um dos valores seria perdido.',
  'Write the document anew with a name for each value, or leave it out by the filter.':
    'Regrave o documento com um nome para cada valor ou exclua-o pelo filtro.',
  'is not an ObjectId (24 hexadecimal digits)': 'não é um ObjectId (24 dígitos hexadecimais)',
  'is not a date that MongoDB holds (to the millisecond, with an offset or in UTC)':
    'não é uma data que o MongoDB comporte (até o milissegundo, com fuso ou em UTC)',
  'has more than the 34 digits that MongoDB keeps': 'tem mais que os 34 dígitos que o MongoDB guarda',
  'begins with "$" and is no value of Extended JSON': 'começa com "$" e não é um valor de Extended JSON',
  'There is no document with this key any more.': 'Não há mais um documento com esta chave.',
  'The field name "{name}" cannot be written: MongoDB reads "$" as a command and "." as a path.':
    'O nome de campo "{name}" não pode ser gravado: o MongoDB lê "$" como comando e "." como caminho.',
  'Map to another name.': 'Mapeie para outro nome.',
  'The collection {name} exists already.': 'A coleção {name} já existe.',
  '{collection} has no unique index on {names}, so documents cannot be updated by key.':
    '{collection} não tem índice único em {names}; por isso os documentos não podem ser atualizados pela chave.',
  'Create a unique index on {names}, choose _id, or use the mode "insert".':
    'Crie um índice único em {names}, escolha _id ou use o modo "insert".',
  '{database}: {count} collections': '{database}: {count} coleções',
  'If it is to be so, an administrator of the server runs this in mongosh.':
    'Se for o caso, um administrador do servidor executa isto no mongosh.',
  'only {names}': 'somente {names}',
  'no role on {database} allows it': 'nenhum papel em {database} o permite',
  MongoDB: 'MongoDB',
  'Reads collections, by an increment field too; writes documents by key or _id, appends and deletes them.':
    'Lê coleções, também por um campo de incremento; grava documentos pela chave ou por _id, acrescenta e exclui.',
  'Host name or IP address; any member of a replica set.':
    'Nome do host ou endereço IP; qualquer membro de um replica set.',
  'Usually 27017.': 'Geralmente 27017.',
  'Name of the replica set': 'Nome do replica set',
  'With it the primary is found and followed; empty: this one server alone.':
    'Com ele o primário é encontrado e seguido; vazio: somente este servidor.',
  Database: 'Banco de dados',
  'User name': 'Nome de usuário',
  'Empty when the server asks for no sign-in.': 'Vazio quando o servidor não pede login.',
  Encryption: 'Criptografia',
  'The database of the collections.': 'O banco de dados das coleções.',
  'Authentication database': 'Banco de autenticação',
  'Where the user was created, usually admin.': 'Onde o usuário foi criado, geralmente admin.',
  Filter: 'Filtro',
  'One query document as Extended JSON; a date is {"$date": "2024-01-31T00:00:00Z"}. No scripts that run on the server.':
    'Um documento de consulta em Extended JSON; uma data é {"$date": "2024-01-31T00:00:00Z"}. Sem scripts que rodem no servidor.',
  Fields: 'Campos',
  'Empty reads all; _id is always read.': 'Vazio lê todos; _id é sempre lido.',
  'Form of the values': 'Forma dos valores',
  Plain: 'Simples',
  'Extended JSON, keeps the types': 'Extended JSON, mantém os tipos',
  'Plain: ObjectIds and dates come as text, numbers keep every digit. Extended JSON: written back to MongoDB every value has the type it had.':
    'Simples: ObjectIds e datas vêm como texto, números mantêm todos os dígitos. Extended JSON: gravado de volta no MongoDB, cada valor tem o tipo que tinha.',
  'Fields written as ObjectId': 'Campos gravados como ObjectId',
  'Texts of 24 hexadecimal digits in these fields become ObjectIds.':
    'Textos de 24 dígitos hexadecimais nestes campos tornam-se ObjectIds.',
  'Fields written as date': 'Campos gravados como data',
  'Dates and times in these fields become dates, to the millisecond; without a zone they are UTC.':
    'Datas e horas nestes campos tornam-se datas, até o milissegundo; sem fuso são UTC.',
  'The database took {taken} of {planned} documents and reported no error.':
    'O banco recebeu {taken} de {planned} documentos e não informou erro.',
  'Look the documents up in the target before writing them again.':
    'Procure os documentos no destino antes de gravá-los de novo.',
}

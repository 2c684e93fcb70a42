import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.util.Terser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Checks HL7 v2 messages with HAPI: CheckHl7.java FOLDER. Each is parsed with the structure and the rules of its
 * version, encoded and parsed again. Prints the findings; exits with 1 if there are any, or if the folder has no
 * messages.
 */
public class CheckHl7 {
  static final TreeMap<String, Integer> read = new TreeMap<>();
  static final TreeMap<String, Integer> findings = new TreeMap<>();
  static final TreeMap<String, String> first = new TreeMap<>();

  public static void main(String[] arguments) throws Exception {
    var context = new DefaultHapiContext();
    context.setValidationContext(ValidationContextFactory.defaultValidation());
    List<Path> files;
    try (Stream<Path> listed = Files.list(Path.of(arguments[0]))) {
      files = listed.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
    }
    for (var file : files) check(context, file);
    read.forEach((kind, count) -> System.out.printf("%6d %s%n", count, kind));
    findings.forEach((text, count) -> System.out.printf("%6d times %s (%s)%n", count, text, first.get(text)));
    int found = findings.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf("%d messages, %d findings%n", files.size(), found);
    System.exit(found > 0 || files.isEmpty() ? 1 : 0);
  }

  static void check(DefaultHapiContext context, Path file) throws Exception {
    var text = Files.readString(file);
    var kind = "unreadable";
    try {
      Message message = context.getPipeParser().parse(text);
      var terser = new Terser(message);
      var code = terser.get("/MSH-9-1");
      kind = ("ACK".equals(code) ? code : code + "^" + terser.get("/MSH-9-2")) + " " + message.getVersion();
      note(kind, nonStandard(message), file);
      // If HAPI encodes other values, the message had some where its structure has no place for them.
      var again = context.getPipeParser().parse(message.encode());
      if (!again.encode().equals(message.encode())) note(kind, "is another message after it was written again", file);
    } catch (HL7Exception error) {
      note(kind, String.valueOf(error.getMessage()).replaceAll("'[^']*'", "…"), file);
    }
    read.merge(kind, 1, Integer::sum);
  }

  /** Names segments that the structure of the message does not have; null if there are none. */
  static String nonStandard(Message message) throws HL7Exception {
    if (message instanceof ca.uhn.hl7v2.model.GenericMessage) return "has no structure in this version";
    var names = String.join(" ", ((ca.uhn.hl7v2.model.AbstractGroup) message).getNonStandardNames());
    return names.isEmpty() ? null : "has segments that its structure lacks: " + names;
  }

  static void note(String kind, String finding, Path file) {
    if (finding == null) return;
    findings.merge(kind + " " + finding, 1, Integer::sum);
    first.putIfAbsent(kind + " " + finding, file.getFileName().toString());
  }
}

import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.context.support.IValidationSupport;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hl7.fhir.instance.model.api.IBaseResource;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.NpmPackageValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.UnknownCodeSystemWarningValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;

/**
 * Checks resources with HAPI's FHIR validator, without a terminology server: CheckFhir.java FOLDER ACCEPTED
 * [PACKAGE.tgz …], the packages of guides on the class path. The profiles in meta.profile are checked if a package has
 * them. Prints errors and warnings by type, and how often each accepted error was seen; exits with 1 if there are
 * errors that are not accepted.
 */
public class CheckFhir {
  static final TreeMap<String, Integer> findings = new TreeMap<>();
  static final TreeMap<String, String> first = new TreeMap<>();
  /** How often each pattern of the accepted errors was seen. */
  static final LinkedHashMap<Pattern, Integer> accepted = new LinkedHashMap<>();

  public static void main(String[] arguments) throws Exception {
    for (var line : Files.readAllLines(Path.of(arguments[1]))) {
      if (!line.isBlank() && !line.startsWith("#")) accepted.put(Pattern.compile(line), 0);
    }
    var context = FhirContext.forR4();
    var validator = context.newValidator().registerValidatorModule(instanceValidator(context, arguments));
    List<Path> files;
    try (Stream<Path> listed = Files.list(Path.of(arguments[0]))) {
      files = listed.filter(path -> path.toString().endsWith(".json")).sorted().toList();
    }
    int withErrors = 0;
    for (var file : files) {
      var type = file.getFileName().toString().replaceAll(".*-([A-Za-z]+)\\.json$", "$1");
      boolean hasError = false;
      for (var message : validator.validateWithResult(Files.readString(file)).getMessages()) {
        if (message.getSeverity() == ResultSeverityEnum.INFORMATION || isAdvice(message)) continue;
        var text = describe(type, message);
        if (message.getSeverity() != ResultSeverityEnum.WARNING) {
          if (isAccepted(text)) continue;
          hasError = true;
        }
        findings.merge(text, 1, Integer::sum);
        first.putIfAbsent(text, file.getFileName().toString());
      }
      if (hasError) withErrors++;
    }
    findings.forEach((text, count) -> System.out.printf("%6d times %s (%s)%n", count, text, first.get(text)));
    accepted.forEach((pattern, count) -> System.out.printf("%6d times accepted: %s%n", count, pattern));
    System.out.printf("%d resources, %d with errors that are not accepted%n", files.size(), withErrors);
    System.exit(withErrors > 0 || files.isEmpty() ? 1 : 0);
  }

  static FhirInstanceValidator instanceValidator(FhirContext context, String[] arguments) throws Exception {
    var packages = new NpmPackageValidationSupport(context);
    for (int index = 2; index < arguments.length; index++) {
      packages.loadPackageFromClasspath("classpath:" + arguments[index]);
    }
    var unknown = new UnknownCodeSystemWarningValidationSupport(context);
    unknown.setNonExistentCodeSystemSeverity(IValidationSupport.IssueSeverity.INFORMATION);
    var chain = new ValidationSupportChain(
        coreDefinitions(context),
        packages,
        new CommonCodeSystemsTerminologyService(context),
        new InMemoryTerminologyServerValidationSupport(context),
        unknown,
        new SnapshotGeneratingValidationSupport(context));
    var module = new FhirInstanceValidator(chain);
    module.setNoTerminologyChecks(false);
    module.setAnyExtensionsAllowed(true);
    return module;
  }

  /** The definitions of FHIR itself. PAS refers to them with a version (Patient|4.0.1), HAPI knows them without. */
  static DefaultProfileValidationSupport coreDefinitions(FhirContext context) {
    return new DefaultProfileValidationSupport(context) {
      @Override
      public IBaseResource fetchStructureDefinition(String url) {
        return super.fetchStructureDefinition(url.replaceFirst("\\|4\\.0\\.1$", ""));
      }
    };
  }

  /** Whether a message only advises that a resource have a narrative, which FHIR does not require. */
  static boolean isAdvice(SingleValidationMessage message) {
    return message.getMessage().contains("Constraint failed: dom-6");
  }

  static boolean isAccepted(String text) {
    for (var pattern : accepted.keySet()) {
      if (!pattern.matcher(text).find()) continue;
      accepted.merge(pattern, 1, Integer::sum);
      return true;
    }
    return false;
  }

  static String describe(String type, SingleValidationMessage message) {
    var said = message.getMessage().replaceAll("'(?!http)[^']{40,}'", "…").replaceAll("\\s+", " ");
    var place = String.valueOf(message.getLocationString()).replaceAll("\\[\\d+\\]|/\\*.*?\\*/", "");
    return message.getSeverity() + " " + type + " " + place + ": " + said;
  }
}

//! Gradle build files: Groovy with more words.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "allprojects artifacts buildscript configuration dependencies repositories sourceSets subprojects publishing",
);
static TYPES: Words = Words::new(
    "Project Task Gradle Settings Script JavaToolChain SourceSet SourceSetOutput IncrementalTaskInputs Configuration
    ResolutionStrategy ArtifactResolutionQuery ComponentSelection ComponentSelectionRules ConventionProperty
    ExtensionAware ExtraPropertiesExtension PublishingExtension IvyPublication IvyArtifact IvyArtifactSet
    IvyModuleDescriptorSpec MavenPublication MavenArtifact MavenArtifactSet MavenPom PluginDependenciesSpec
    PluginDependencySpec ResourceHandler TextResourceFactory",
);

pub(crate) fn define(g: &mut Grammar) {
    super::groovy::define_dialect(g, &KEYWORDS, &TYPES);
}

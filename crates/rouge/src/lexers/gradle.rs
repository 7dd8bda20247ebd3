//! Gradle build files: Groovy with more words.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "allprojects artifacts buildscript configuration dependencies publishing repositories sourceSets subprojects",
);
static TYPES: Words = Words::new(
    "ArtifactResolutionQuery ComponentSelection ComponentSelectionRules Configuration ConventionProperty
    ExtensionAware ExtraPropertiesExtension Gradle IncrementalTaskInputs IvyArtifact IvyArtifactSet
    IvyModuleDescriptorSpec IvyPublication JavaToolChain MavenArtifact MavenArtifactSet MavenPom MavenPublication
    PluginDependenciesSpec PluginDependencySpec Project PublishingExtension ResolutionStrategy ResourceHandler
    Script Settings SourceSet SourceSetOutput Task TextResourceFactory",
);

pub(crate) fn define(g: &mut Grammar) {
    super::groovy::define_dialect(g, &KEYWORDS, &TYPES);
}
